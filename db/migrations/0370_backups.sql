-- Why: attempts at backups are shown to admins, and the moment that ties rows to files is found in a restored database.
-- Locks: nothing; the table is new.

create table backups (
  id text primary key check (char_length(id) between 1 and 64),
  -- Where to: a folder, as it was named.
  place text not null check (char_length(place) between 1 and 4096),
  started_at timestamptz(3) not null,
  -- The moment whose rows and files it contains.
  taken_at timestamptz(3),
  ended_at timestamptz(3),
  problem text check (char_length(problem) <= 1000),
  -- Of a complete one: its files, those of them that it read, and bytes.
  object_count integer check (object_count >= 0),
  copied_count integer check (copied_count >= 0),
  copied_bytes bigint check (copied_bytes >= 0),
  total_bytes bigint check (total_bytes >= 0)
);
