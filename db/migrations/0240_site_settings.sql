-- Decisions of admins for the whole site, which they change while it runs. A new table only.

create table site_settings (
  -- Answers: what is set now? Each process reads it once a second at most, and after each change.
  is_only_row boolean primary key default true check (is_only_row),
  -- On top of every page; empty for none.
  announcement text not null default '' check (char_length(announcement) <= 300),
  sign_up text not null default 'open' check (sign_up in ('open', 'invite', 'closed')),
  -- Null until it is set here: then the setting MODERATION of the process counts.
  moderation text check (moderation in ('flag', 'hold')),
  comment_policy text not null default 'open' check (comment_policy in ('open', 'hold_links', 'hold_all', 'closed'))
);
insert into site_settings default values;
