-- Series: episodes of one creator in an order, with named stretches of it (arcs). New tables only, nothing is locked.

create table series (
  id text primary key,
  creator_id text not null references users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  description text default '' not null check (char_length(description) <= 1000),
  -- Of its own picture; empty while that of the first part is shown.
  poster_url text default '' not null check (char_length(poster_url) <= 500),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- Answers: which series does this creator have, newest first?
create index series_creator on series (creator_id, created_at desc, id desc);

-- An episode is in at most one series: its id is the key. Numbers are ranks of the positions, counted when they are read,
-- so that the parts after a deleted one move up without a write.
create table series_episodes (
  episode_id text primary key references episodes (id) on delete cascade,
  series_id text not null references series (id) on delete cascade,
  position integer not null check (position > 0),
  -- Answers: which parts has this series, in order, and how many come before this one?
  constraint series_episodes_position unique (series_id, position)
);

-- An arc reaches over a range of positions, so that it keeps its parts when others are deleted.
create table series_arcs (
  series_id text not null references series (id) on delete cascade,
  first_position integer not null,
  last_position integer not null,
  title text not null check (char_length(title) between 1 and 80),
  -- Answers: which arcs has this series, in order?
  primary key (series_id, first_position),
  check (first_position between 1 and last_position)
);
