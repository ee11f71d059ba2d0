-- A long video is encoded in chunks: each is a job of its own, that may be done on any node and is not lost with the others.
-- What is planned lies here until the renditions are whole. New tables only, nothing is locked.

create table chunk_plans (
  video_uid text not null references videos (uid) on delete cascade,
  -- The renditions made of these chunks: the first one, which plays while it grows, or all that come later.
  stage text not null check (stage in ('first', 'later')),
  -- Of each: its id, which is its folder below media/{uid}/, and what it is to be.
  renditions jsonb not null,
  -- File below media/{uid}/ with the sound of all of them; null without sound.
  sound_name text,
  longest_segment_seconds double precision not null,
  created_at timestamptz(3) not null default now(),
  primary key (video_uid, stage)
);

create table chunks (
  video_uid text not null,
  stage text not null,
  number integer not null check (number >= 0),
  -- Which pictures and which sound.
  plan jsonb not null,
  -- Of each rendition, in the plan's order: the segments that are stored. Null until they are.
  made jsonb,
  primary key (video_uid, stage, number),
  foreign key (video_uid, stage) references chunk_plans on delete cascade
);
