-- Renditions that are no longer listed and whose files stay for a while, for players in the middle of them. A table of its
-- own: whatever chooses a rendition goes on choosing among `renditions`, also a node of the version before. `videos` takes no
-- writes for the moment that the foreign key takes to be made.

create table retired_renditions (
  -- Also the name of its folder below media/{video_uid}/.
  id text primary key,
  video_uid text not null references videos (uid) on delete cascade,
  retired_at timestamptz(3) not null
);

-- Answers which folders of a video are kept.
create index retired_renditions_video on retired_renditions (video_uid);
