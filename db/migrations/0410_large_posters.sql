-- Larger copies of the automatic poster and of the chosen one, for dense screens. Each has the id of its poster in its name, so
-- that one that was left behind by a server of the previous version is recognised. Films that exist get theirs by a job.
-- Locks: videos, for one scan that indexes it.

alter table videos
  add column large_poster_name text,
  add column large_chosen_poster_name text;

create index videos_without_large_poster on videos (uid)
  where large_poster_name is null and poster_name is not null and greatest(width, height) > 640;
comment on index videos_without_large_poster is
  'Large posters to be drawn: uidsWithoutLargePoster in src/video/missing-image-rows.server.ts.';
