-- What the frames of a video show, read once from its smallest rendition: where a new drawing begins, and where light flashes.
-- Goes with the video. Locks: videos, for an instant.

create table frame_analyses (
  video_uid text primary key references videos (uid) on delete cascade,
  state text not null check (state in ('done', 'failed')),
  frames integer not null default 0,
  -- Numbers of the frames at which a drawing begins, in order.
  drawings integer[] not null default '{}',
  -- Each with from, to, kind, perSecond and share, as in src/video/media/analysis/flash-detector.ts.
  flashes jsonb not null default '[]',
  -- Most flashes in each second.
  flashes_per_second smallint[] not null default '{}',
  analysed_at timestamptz(3) not null
);
