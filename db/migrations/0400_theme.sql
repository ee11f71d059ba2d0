-- Why: a person chooses the colours of the site, and finds them again on every device.
-- Locks: `users`, as long as it takes to read it once; the default is stored without writing a row.

alter table users
  add column theme text not null default 'system' check (theme in ('system', 'dark', 'light'));
