-- The media behind episodes: one row a video, one row a finished rendition. New tables only, nothing is locked.

create table videos (
  uid text primary key,
  creator_id text not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  size_bytes bigint not null check (size_bytes > 0),
  state text not null default 'pendingupload'
    check (state in ('pendingupload', 'queued', 'inprogress', 'ready', 'error')),
  step text not null default '',
  percent_complete smallint not null default 0 check (percent_complete between 0 and 100),
  reason_code text check (reason_code is null or state = 'error'),
  -- SHA-256 of the one-time upload key: a copy of this table lets nobody upload.
  upload_key_hash bytea not null,
  upload_expires_at timestamptz(3) not null,
  received_at timestamptz(3),
  measured_at timestamptz(3),
  measurement jsonb,
  duration_seconds double precision,
  width integer,
  height integer,
  frame_rate_numerator integer,
  frame_rate_denominator integer,
  -- File names below media/{uid}/; a new name each time the content is new.
  master_name text,
  poster_name text,
  -- True from the moment an episode stands on it: its media are public once it is ready.
  is_published boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Answers: which video is behind this upload address?
create unique index videos_upload_key on videos (upload_key_hash);
-- Answers: how many bytes does this creator hold? (quota)
create index videos_creator on videos (creator_id) include (size_bytes);
-- Answers: which uploads have been abandoned? (sweep)
create index videos_pending on videos (upload_expires_at) where state = 'pendingupload';

create table renditions (
  id text primary key,
  video_uid text not null references videos (uid) on delete cascade,
  origin text not null check (origin in ('copy', 'encode')),
  width integer not null,
  height integer not null,
  codecs text not null,
  peak_bandwidth bigint not null,
  average_bandwidth bigint not null,
  frame_rate double precision not null,
  size_bytes bigint not null,
  created_at timestamptz(3) not null default now()
);

-- Answers: which renditions does this video have? (master playlist, clean-up); a size is made once.
create unique index renditions_video on renditions (video_uid, height, width);
