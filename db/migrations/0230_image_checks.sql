-- What image moderation found in the pictures of an episode, once for each file: the suggestion, or why there is none. Goes
-- with the video, and so with the episode. Locks: videos, for an instant.

create table image_checks (
  video_uid text primary key references videos (uid) on delete cascade,
  -- The episode that uses the video; a video is never moved to another one.
  episode_id text not null,
  service text not null check (service in ('http', 'embedded')),
  outcome text not null check (outcome in ('clean', 'flagged', 'failed')),
  -- The picture that comes nearest to a threshold; at_seconds is null for the poster.
  class text check (char_length(class) between 1 and 40),
  score real check (score between 0 and 1),
  at_seconds real,
  -- A code of src/moderation/images/image-moderation.ts.
  failure text,
  attempts smallint not null default 1,
  checked_at timestamptz(3) not null,
  check ((outcome = 'failed') = (failure is not null)),
  check ((outcome = 'failed') = (class is null) and (class is null) = (score is null))
);

create unique index image_checks_episode on image_checks (episode_id);
comment on index image_checks_episode is 'The check of an episode: findCheck in src/moderation/images/image-check-rows.server.ts.';

-- The classified pictures, frames in order and the poster last.
create table image_check_frames (
  video_uid text not null references image_checks (video_uid) on delete cascade,
  number smallint not null,
  -- Null for the poster.
  at_seconds real,
  scores jsonb not null,
  -- JPEG, for the person who looks at a suggestion; null where none is flagged.
  picture bytea,
  primary key (video_uid, number)
);
