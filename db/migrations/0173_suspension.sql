-- Until when an account may not write, and the words that its owner reads. Locks users for an instant.

alter table users
  -- 9999-12-31 means until it is lifted.
  add column suspended_until timestamptz(3),
  add column suspension_reason text not null default '',
  add constraint users_suspension_reason check (
    char_length(suspension_reason) <= 1000 and (suspended_until is null) = (suspension_reason = '')
  ) not valid;

alter table users validate constraint users_suspension_reason;
