-- The SHA-256 of what was uploaded, so that a creator who sends the same file twice can be told. A new column that may be
-- null: nothing is rewritten, and the lock on the table is held for an instant. The index begins empty.

alter table videos
  -- Null until it is computed, and for videos at a hosted service.
  add column source_sha256 bytea check (octet_length(source_sha256) = 32);

-- Answers: has this creator sent these bytes before?
create index videos_source on videos (creator_id, source_sha256) where source_sha256 is not null;
