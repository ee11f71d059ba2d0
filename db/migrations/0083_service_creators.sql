-- In the hosted service `creator` is any text of its program. One that is no creator of this Hoshi was refused, so that a
-- program that numbers its own people could not upload.
-- Locks: service_videos, for a moment.

alter table service_videos add column creator text check (char_length(creator) between 1 and 64);
