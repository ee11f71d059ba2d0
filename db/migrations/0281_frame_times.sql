-- When each frame of a video is shown, where its frame rate varies. Locks: frame_analyses, for an instant.

-- Microseconds from the first frame, one for each frame; null where all are on the grid of the video's frame rate.
alter table frame_analyses add column frame_times integer[];

-- Looked at again, a few films each minute: whether all frames of a film are on the grid is only known from the frames, as
-- `media_info` compares each with the one before and not with the first. No release has stored a row.
delete from frame_analyses;
