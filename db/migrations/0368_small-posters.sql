-- Smaller copies of the poster that is shown, for pages that embed an episode and have little room: the name of the largest, and
-- the size of that poster in pixels. Videos that exist get theirs by a job.
-- Locks: videos, for one scan that checks and indexes it.

alter table videos
  add column small_posters_name text,
  add column poster_width integer,
  add column poster_height integer,
  add constraint videos_poster_size_known
    check ((small_posters_name is null) or (poster_width is not null and poster_height is not null));

create index videos_without_small_posters on videos (uid)
  where small_posters_name is null and (poster_name is not null or chosen_poster_name is not null);
comment on index videos_without_small_posters is
  'Small posters to be drawn: uidsWithoutSmallPosters in src/video/video-rows.server.ts.';
