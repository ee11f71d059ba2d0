-- What the reading of a file of subtitles left out, changed or assumed, which its author and the episode's creator read. Null for
-- versions that are stored as they were sent, from before files were written anew.
-- Locks: `subtitle_versions` for a moment, while a column is added.

alter table subtitle_versions add column warnings jsonb;
