-- An episode may wait for a new file that takes the place of its video once it plays. New columns that may be null or have
-- a constant default; nothing is rewritten, and the locks on both tables are held for an instant. Episodes stay where they are listed.

alter table episodes
  -- When the video goes (its creator leaves), nothing is waited for any more.
  add column next_video_id text references videos (uid) on delete set null,
  -- Which episode waits for a video that became playable; and no two wait for the same one.
  add constraint episodes_next_video unique (next_video_id),
  add constraint episodes_next_video_check check (next_video_id <> video_id);

alter table videos
  -- An episode waits for it: it is its creator's alone until then, and it does not go unnoticed.
  add column is_awaited boolean not null default false;
