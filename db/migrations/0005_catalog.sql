-- Episodes as listed: what a creator wrote about a video, and whether strangers may see it. New table only, nothing is
-- locked. The numbers that change with every play live elsewhere (0006), so that a view never touches these indexes.

create table episodes (
  id text primary key,
  creator_id text not null references creators (uid) on delete cascade,
  -- One episode a video. Also answers: which episode stands on this video? (it became playable, it is removed)
  video_id text not null constraint episodes_video unique references videos (uid) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  -- The same on every server, whatever its locale.
  title_lower text collate "C" not null generated always as (lower(title collate "pg_unicode_fast")) stored,
  description text not null default '' check (char_length(description) <= 5000),
  genre text not null check (char_length(genre) between 1 and 40),
  tags text[] not null default '{}' check (
    cardinality(tags) <= 20
    and array_position(tags, null) is null
    and array_position(tags, '') is null
    -- A tag is one line, so a run of 41 characters is a tag that is too long.
    and array_to_string(tags, E'\n') !~ '[^\n]{41}'
  ),
  nsfw boolean not null default false,
  nsfw_reason text not null default '' check (char_length(nsfw_reason) <= 500),
  trending boolean not null default false,
  founder_badge boolean not null default false,
  -- True from the moment the video can be played; until then only the creator sees the episode.
  is_playable boolean not null default false,
  -- Set once, when the episode is saved. Milliseconds, as cursors carry them.
  published_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- Answers: what comes next on Explore, newest first, and how many are there in all?
create index episodes_explore on episodes (published_at desc, id desc) where is_playable and not nsfw;
-- Answers: what has this creator published, newest first, and how many of which genre? Also finds them for the cascade.
create index episodes_creator on episodes (creator_id, published_at desc, id desc);
