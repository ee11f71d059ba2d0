-- Up to five support links for each creator, in an order, instead of one URL. Locks `creators` against writes while its
-- URLs are copied, a moment for each thousand creators.
--
-- The first link is what `patreonUrl` names. `creators.patreon_url` keeps a copy of it for servers of the previous
-- version; a URL that such a server stores after this migration has to be saved again.

create table support_links (
  creator_id text not null references creators (uid) on delete cascade,
  url text not null check (char_length(url) <= 500 and url ~ '^https?://.'),
  label text not null check (char_length(label) between 1 and 40),
  position smallint not null check (position between 1 and 5),
  -- When the page last carried a rel="me" link back to the profile; null until it has.
  verified_at timestamptz(3),
  -- Answers: does this creator have this link?
  primary key (creator_id, url),
  -- Five at most, in one order. Checked at the commit, so that links can change places.
  constraint support_links_position unique (creator_id, position) deferrable initially deferred
);

lock table creators in share row exclusive mode;

insert into support_links (creator_id, url, label, position)
select uid, patreon_url,
  case
    when host = 'patreon.com' then 'Patreon'
    when host = 'ko-fi.com' then 'Ko-fi'
    when host = 'liberapay.com' then 'Liberapay'
    when host ~ '(^|\.)booth\.pm$' then 'BOOTH'
    when host ~ '(^|\.)fanbox\.cc$' then 'pixivFANBOX'
    else left(host, 40)
  end,
  1
from creators, lateral (
  select regexp_replace(substring(patreon_url from '^https?://([^/?#:]+)'), '^www\.', '') as host
) as named
where patreon_url <> '' and host <> '';
