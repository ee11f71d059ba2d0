-- The adult episode that uses a video: its media are then sent only to those who have chosen to see that episode. And the name
-- of the blurred poster that everybody else gets; videos that exist get theirs by a job.
-- Locks: videos, while the rows of adult episodes are updated, and for the index.

alter table videos
  add column nsfw_episode_id text,
  add column cover_name text;

update videos set nsfw_episode_id = episodes.id
from episodes where episodes.video_id = videos.uid and episodes.nsfw;

create index videos_without_cover on videos (uid) where nsfw_episode_id is not null and cover_name is null;
comment on index videos_without_cover is 'Covers to be drawn: uidsWithoutCover in src/video/video-rows.server.ts.';
