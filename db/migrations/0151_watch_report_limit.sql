-- How many reports of a watch were stored, of which there is a most. Those before this migration count as one.
-- Locks: `watch_reports` exclusively, for a moment: no row is rewritten.

alter table watch_reports add column reports smallint default 1 not null;
