-- The library of signed-in people: their history with the position in each episode, and what they keep for later.
-- New tables only, nothing is locked.

-- One row for each person and episode: Continue Watching is the part of the history that is not finished. A player
-- updates it every few seconds, so nothing that changes is indexed, and pages keep room to update in place (HOT).
create table watched_episodes (
  uid text not null references users (id) on delete cascade,
  episode_id text not null references episodes (id) on delete cascade,
  position_seconds double precision default 0 not null check (position_seconds between 0 and 86400),
  -- Watched to 95 percent at the last report.
  is_finished boolean default false not null,
  watched_at timestamptz(3) not null,
  -- Answers: what did this person watch, and how far?
  primary key (uid, episode_id)
) with (fillfactor = 70);
-- Finds the rows of a deleted episode.
create index watched_episodes_episode on watched_episodes (episode_id);

create table watch_later (
  uid text not null references users (id) on delete cascade,
  episode_id text not null references episodes (id) on delete cascade,
  added_at timestamptz(3) not null,
  -- Answers: what does this person keep for later?
  primary key (uid, episode_id)
);
-- Finds the rows of a deleted episode.
create index watch_later_episode on watch_later (episode_id);

-- People whose history takes in nothing new.
create table paused_histories (
  uid text primary key references users (id) on delete cascade,
  paused_at timestamptz(3) not null
);
