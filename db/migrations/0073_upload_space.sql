-- How much of an upload is there, and when bytes last came: what is declared and not there yet is reserved on the disk.
-- `videos` is locked for a moment; no row is rewritten.

alter table videos
  add column received_bytes bigint not null default 0 check (received_bytes >= 0),
  add column moved_at timestamptz(3);

-- Answers: which uploads are under way? Few rows at any time.
create index videos_moving on videos (moved_at) where state = 'pendingupload' and moved_at is not null;
