-- Why: with files in a bucket, the bytes of an upload become parts of an object there while they arrive, at any node. Only
-- these rows know which parts the store has acknowledged; its own list may be late.
-- Locks: nothing; the tables are new.

-- An upload of which bytes have arrived. Without a reference to `videos`: what is in the bucket outlives that row, until a
-- job has removed it.
create table parted_uploads (
  video_uid text primary key check (char_length(video_uid) between 1 and 64),
  -- Names this attempt at the object, by which a lost answer to its completion is settled.
  write_id text not null check (char_length(write_id) between 1 and 64),
  -- What names the object at the store while it is in the making; null before its first part.
  upload_id text check (char_length(upload_id) between 1 and 4096),
  -- What the store has acknowledged. A writer that has lost its lock finds another number, and records nothing.
  received_bytes bigint not null default 0 check (received_bytes >= 0)
);

create table upload_parts (
  video_uid text not null references parted_uploads on delete cascade,
  number integer not null check (number between 1 and 10000),
  tag text not null check (char_length(tag) between 1 and 1024),
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (video_uid, number)
);

-- Bytes behind the last part that are too few for another: small objects of their own, of which a part is made later.
create table upload_tails (
  video_uid text not null references parted_uploads on delete cascade,
  first_byte bigint not null check (first_byte >= 0),
  id text not null check (char_length(id) between 1 and 64),
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  primary key (video_uid, first_byte)
);
