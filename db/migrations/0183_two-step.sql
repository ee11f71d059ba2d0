-- Two-step codes: better-auth's table under our names. The secret is encrypted with a key of `SECRET`; of recovery codes only
-- keyed hashes are stored, each with its number, and a used one is removed.
-- Locks: `users` exclusively, for a moment: no row is rewritten.

alter table users add column two_factor_enabled boolean default false not null;

create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- Whether a code has been entered once; until then none is asked for.
  verified boolean default true not null,
  -- The next two are better-auth's; our limits on guesses replace them.
  failed_verification_count integer default 0 not null,
  locked_until timestamptz(3)
);

create unique index two_factors_user on two_factors (user_id);
comment on index two_factors_user is 'What are this account''s codes? One set each.';
