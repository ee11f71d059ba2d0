-- Whether an account is an adult's, and whether adult episodes are shown to it without asking. The year of birth that proves
-- the first is not stored.
-- Locks: users, for an instant; constant defaults rewrite nothing.

alter table users
  add column is_adult boolean not null default false,
  add column shows_nsfw boolean not null default false,
  add constraint users_shows_nsfw_to_adults check (is_adult or not shows_nsfw);
