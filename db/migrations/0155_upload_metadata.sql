-- The metadata of a resumable upload as its program sent it, which tus returns with the offset of the upload (tus
-- 1.0.0, HEAD). `meta` cannot give it back: it lacks the options, and a program may replace it.
-- Locks: service_videos, for a moment.

alter table service_videos add column upload_metadata text;
