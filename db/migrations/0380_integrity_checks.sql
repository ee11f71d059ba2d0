-- Why: admins start a comparison of rows and files in the console, and read there what the last ones found.
-- Locks: nothing; the table is new.

create table integrity_checks (
  id text primary key check (char_length(id) between 1 and 64),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Why it did not get to its end.
  problem text check (char_length(problem) <= 1000),
  -- Of a complete one: how many rows and names it compared, and what it found, by kind.
  row_count integer check (row_count >= 0),
  name_count integer check (name_count >= 0),
  missing_count integer check (missing_count >= 0),
  different_count integer check (different_count >= 0),
  stray_count integer check (stray_count >= 0),
  -- The first of its findings: kind, key and note of each.
  findings jsonb check (jsonb_typeof(findings) = 'array')
);
