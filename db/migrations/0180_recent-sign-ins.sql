-- When a session was signed in, or its password was last asked for again: dangerous acts want that to be recent. Sessions
-- from before this migration count as old.
-- Locks: `sessions` exclusively, for a moment: no row is rewritten.

alter table sessions add column signed_in_at timestamptz(3) not null default '-infinity';
alter table sessions alter column signed_in_at set default now();
