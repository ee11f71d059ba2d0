-- The public profile of those who upload, made with their account. A new table only, nothing is locked.

create table creators (
  uid text primary key references users (id) on delete cascade,
  username text not null default '' check (char_length(username) <= 40),
  -- The username's normal form; null while the username is empty, so that any number may be.
  username_key text check (char_length(username_key) between 1 and 800),
  bio text not null default '' check (char_length(bio) <= 1000),
  avatar_url text not null default '' check (char_length(avatar_url) <= 500),
  patreon_url text not null default '' check (char_length(patreon_url) <= 500 and patreon_url ~ '^(https?://.*)?$'),
  founder_badge boolean not null default false,
  joined_at timestamptz(3) not null default now(),
  check ((username = '') = (username_key is null))
);

-- Answers: is this username taken?
create unique index creators_username_key on creators (username_key);
