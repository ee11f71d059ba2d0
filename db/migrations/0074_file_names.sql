-- Each attempt at a chunk stores its segments in a folder of its own, and the playlist of a rendition made of chunks has a
-- name of its own, so that a late attempt overwrites nothing. The pages name the first segments without reading a playlist.
-- Adds a column without a default: the table is locked for a moment, no row is written.

-- Below media/{video_uid}/{id}/: playlist, init segment and the first segments. Null: index.m3u8, init.mp4, 0001.m4s, …
alter table renditions add column file_names text[] check (cardinality(file_names) >= 3);
