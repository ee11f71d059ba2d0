-- New addresses that people asked for and have not confirmed: one for each account. The old one stays until the mailed link is
-- opened. A new table only, nothing is locked.

create table email_changes (
  uid text primary key references users (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  -- SHA-256 of the token in the link, once a mail with it was written: a copy of this table confirms nothing.
  token_hash text,
  expires_at timestamptz(3) not null
);

create unique index email_changes_token on email_changes (token_hash);
comment on index email_changes_token is 'Whose link is this? src/identity/email-change-rows.server.ts';
create index email_changes_expires on email_changes (expires_at);
comment on index email_changes_expires is 'Which were never confirmed? (cleanup)';
