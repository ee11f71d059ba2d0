-- The step of a video was stored as the text its creator read. It is a code now, which a page puts into words. Servers of
-- the version before write texts until they stop; `video-step.ts` reads both.
-- Locks: the rows of videos that are being processed, for a moment.

update videos set step = case step
    when 'Received' then 'received'
    when 'Measuring' then 'probing'
    when 'Preparing' then 'preparing'
    when 'Waiting' then 'waiting'
    when 'Waiting for the server' then 'waiting_for_server'
    when 'Encoding' then 'encoding'
    else regexp_replace(regexp_replace(step, '^Encoding (\S+)$', 'encoding \1 \1'), '^Encoding (\S+) to (\S+)$', 'encoding \1 \2')
  end
  where step <> '';
