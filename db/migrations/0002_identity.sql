-- Accounts, how they sign in, their sessions and reset tokens: better-auth's tables under our names, and the role.
-- New tables only, nothing is locked.

create table users (
  id text primary key,
  -- Lower case always, so that one address is one account. Unique answers: whose address is this? (sign-in, sign-up)
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null default 'viewer' check (role in ('viewer', 'creator', 'admin')),
  -- The next three are better-auth's; Hoshi leaves them as they are.
  name text not null default '',
  email_verified boolean not null default false,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- How an account proves itself. Hoshi knows one way, provider 'credential' with a password hash.
create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Answers: what is this account's password hash? One way in of each kind.
create unique index credentials_user on credentials (user_id, provider_id);

create table sessions (
  id text primary key,
  -- Unique answers: whose session is this cookie? The cookie carries the token with a signature that this table lacks.
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null,
  -- Columns that better-auth insists on; always empty, because nobody needs to know.
  ip_address text check (ip_address is null),
  user_agent text check (user_agent is null),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Answers: which sessions does this account have? (a new password ends them, deletion cascades)
create index sessions_user on sessions (user_id);
-- Answers: which sessions have ended by themselves? (sweep)
create index sessions_expires on sessions (expires_at);

create table verifications (
  id text primary key,
  -- SHA-256 of 'reset-password:' and the token: a copy of this table resets nobody's password.
  identifier text not null,
  -- The account's id.
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Answers: is this reset token known? One row a token.
create unique index verifications_identifier on verifications (identifier);
-- Answers: which other reset links does this account have? (a new password voids them)
create index verifications_value on verifications (value);
-- Answers: which tokens have expired? (sweep)
create index verifications_expires on verifications (expires_at);

-- better-auth's own limiter, the outer brake; the limits that people meet are in rate_limits.
create table auth_rate_limits (
  id text primary key,
  -- Unique answers: how often has this address called this route?
  key text not null unique,
  count integer not null,
  last_request bigint not null
);
