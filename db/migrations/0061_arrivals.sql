-- A film is prepared while it arrives, once: a file that takes the server down with it would do so again with its next bytes.
-- Rewrites nothing: the default is a constant.
alter table videos add column is_begun_early boolean not null default false;
