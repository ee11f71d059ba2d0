-- How often people open the support links of creators. New tables only, nothing is locked.

-- Who opened which link today, to count each visitor once a day; rows of past days are removed.
create table support_clicks (
  creator_id text not null references creators (uid) on delete cascade,
  url text not null check (char_length(url) <= 500),
  day date not null,
  -- Of a session, or of a signed-in person on this day; names nobody.
  visitor_hash text not null check (char_length(visitor_hash) = 32),
  -- Answers: has this visitor opened this link today?
  primary key (creator_id, url, day, visitor_hash)
);
-- Finds the rows of past days.
create index support_clicks_day on support_clicks (day);

-- Counted clicks of each UTC day; they stay when the link goes.
create table support_click_days (
  creator_id text not null references creators (uid) on delete cascade,
  day date not null,
  url text not null check (char_length(url) <= 500),
  clicks integer not null check (clicks > 0),
  -- Answers: how often were the links of this creator opened in these days?
  primary key (creator_id, day, url)
);
