-- A picture that the creator chose stands in front of the automatic one, which stays, so that going back to it is
-- at once: a file name below media/{uid}/ like the others. A new column that may be null; nothing is rewritten, and the
-- lock on the table is held for an instant.

alter table videos add column chosen_poster_name text;
