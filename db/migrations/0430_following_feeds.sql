-- Why: a person reads Following in a feed reader, which has no session, at a secret address that can be renewed. The address is
-- derived from the seed with the secret of the site, so that neither this table nor a backup of it names one.
-- Locks: nothing that is read; the table is new.

create table following_feeds (
  uid text primary key references users(id) on delete cascade,
  seed bytea not null check (octet_length(seed) = 32),
  -- SHA-256 of the key in the address.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  made_at timestamptz(3) not null
);
comment on index following_feeds_key_hash_key is 'The person of an address: select uid from following_feeds where key_hash = $1.';
