-- Plays, and the numbers they make. New tables only, nothing is locked.

-- One narrow row an episode, apart from the episode itself, with room on each page to update in place (HOT): a play
-- touches no index. The row also serialises the plays of its episode (engagement/play-rows.server.ts).
create table episode_stats (
  episode_id text primary key references episodes (id) on delete cascade,
  views bigint not null default 0 check (views >= 0),
  likes bigint not null default 0 check (likes >= 0),
  comments bigint not null default 0 check (comments >= 0),
  last_viewed_at timestamptz(3)
) with (fillfactor = 70);

-- Every counted play with its kind and day, so that totals can be rebuilt. It hangs on the row of numbers, not on the
-- episode: a play holds that row already, and an episode being deleted waits for it instead of deadlocking with it.
create table plays (
  id text primary key,
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  kind text not null check (kind in ('watch', 'preview')),
  -- Names a visitor session, never a person or an address.
  visitor_hash bytea not null check (octet_length(visitor_hash) = 16),
  visit_id text not null check (visit_id ~ '^[0-9A-Za-z_-]{1,64}$'),
  played_at timestamptz(3) not null,
  day date not null generated always as ((played_at at time zone 'UTC')::date) stored
);

-- Answers: has this visit counted already? Also finds an episode's plays for the cascade.
create unique index plays_visit on plays (episode_id, visit_id);
-- Answers: has this visitor session watched this episode already?
create unique index plays_watch on plays (episode_id, visitor_hash) where kind = 'watch';
