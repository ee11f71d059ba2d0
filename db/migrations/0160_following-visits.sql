-- When a person opened Following, so that its page can say what is new since the visit before.
-- Locks: episode_news, until the index is built (about a second for a million episodes).

create table following_visits (
  uid text primary key references users (id) on delete cascade,
  -- The end of the visit before the present one; null during the first.
  seen_at timestamptz(3),
  visited_at timestamptz(3) not null
);

create index episode_news_told on episode_news (creator_uid, told_at) where audience = 'everyone';
comment on index episode_news_told is
  'What followed creators announced since a moment: newByCreator in src/community/following-visit-rows.server.ts.';
