-- How often a creator had a video tried again: what fails each time would take everybody's time.
-- Rewrites nothing: the default is a constant.
alter table videos add column retries smallint not null default 0;
