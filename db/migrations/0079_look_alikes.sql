-- What usernames look like, so that one that looks like another's is refused. The table of look-alikes is the server's, and
-- so names that are there get their skeletons at the next start (creators/creators.server.ts). They stay as they are, also
-- two that look alike: the index is not unique. New columns without a value only, nothing is rewritten.

alter table creators
  -- The skeletons of the name as it is written, in lower and in upper case; null until it has been looked at.
  add column username_skeletons text[],
  -- The version of the table and the rules that they were made by.
  add column skeleton_version integer;

-- Answers: does this username look like another?
create index creators_username_skeletons on creators using gin (username_skeletons);
