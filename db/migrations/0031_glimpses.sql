-- The preview clip that cards play, and the storyboard: file names below media/{uid}/ like the poster's. New columns that
-- may be null; nothing is rewritten, and the lock on the table is held for an instant. Videos made before have none, and
-- cards go on showing their lowest rendition.

alter table videos add column preview_name text, add column storyboard_name text;
