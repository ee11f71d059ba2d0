-- Passkeys: better-auth's table under our names. Only public keys are stored: a copy of this table signs nobody in.
-- A new table only, nothing is locked.

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  credential_id text not null,
  public_key text not null,
  -- The signature counter of the authenticator; 0 for those that have none.
  counter bigint default 0 not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  -- The model of the authenticator, where it says so.
  aaguid text,
  created_at timestamptz(3) default now() not null,
  -- Null until somebody has signed in with it.
  last_used_at timestamptz(3)
);

create unique index passkeys_credential on passkeys (credential_id);
comment on index passkeys_credential is 'Whose passkey is this? (sign-in)';
create index passkeys_user on passkeys (user_id);
comment on index passkeys_user is 'Which passkeys does this account have? (Settings, export, deletion cascades)';
