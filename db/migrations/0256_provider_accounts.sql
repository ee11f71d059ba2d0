-- Sign-in by an OpenID Connect provider: a second kind of credential. One person at the provider is one account here, even if
-- two sign-ins run at once. Tokens of the provider are not stored.
-- Locks: `credentials` against writes while the index is made, about a second for a million rows.

create unique index credentials_account on credentials (provider_id, account_id);
comment on index credentials_account is 'Whose account is this person of the provider? (sign-in)';
