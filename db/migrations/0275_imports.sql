-- A person may bring the export of an account at another Hoshi here. The archive lies in the storage while a job takes things
-- from it. What it has taken is remembered, so that a job that dies and starts again, or the same archive brought twice, makes
-- nothing twice. New tables only, nothing is locked.

-- The last import of each account.
create table imports (
  uid text primary key references users (id) on delete cascade,
  -- Names the archive in the storage.
  id text not null,
  requested_at timestamptz(3) not null,
  -- Empty while it runs.
  ended_at timestamptz(3),
  -- Why it ended before its end; null for none.
  problem text,
  -- What was taken so far, and what was not.
  report jsonb not null,
  check (problem is null or ended_at is not null)
);

-- Answers: which imports ended too long ago to be kept? (sweep)
create index imports_ended on imports (ended_at) where ended_at is not null;

-- Things of archives, by the ids that they had at the other Hoshi.
create table imported_things (
  uid text not null references users (id) on delete cascade,
  kind text not null check (kind in ('video', 'episode', 'series')),
  source_id text not null,
  -- The import that met it last.
  import_id text not null,
  -- The id that it has here; null when it was refused.
  row_id text,
  -- Why it was refused.
  code text,
  primary key (uid, kind, source_id),
  check ((row_id is null) <> (code is null))
);
