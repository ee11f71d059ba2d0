-- Why: a comment can belong to a frame of the film and be shown on the picture. Timed notes are such comments, so that both are
-- listed, counted, limited and moderated once.
-- Locks: `comments` and `notes` until the end, as long as it takes to read one and to copy the other.

alter table comments
  add column frame integer,
  add column on_picture boolean not null default false,
  -- Chosen by the creator: the first to get a place on the picture.
  add column pinned_on_picture boolean not null default false,
  add constraint comments_frame_check check (frame >= 0),
  add constraint comments_on_picture_check
    check (not on_picture or (frame is not null and char_length(text) <= 120)),
  add constraint comments_pinned_on_picture_check
    check (not pinned_on_picture or (on_picture and not hidden and not held));

-- Triggers count these as comments, of the days on which they were written, too.
insert into comments (
  id, episode_id, author_uid, text, created_at, hidden, held, hidden_by_moderator, author_deactivated,
  frame, on_picture, pinned_on_picture
)
select
  id, episode_id, author_uid, text, created_at, hidden, held, hidden_by_moderator, author_deactivated,
  frame, true, pinned
from notes order by episode_id, id;

create index comments_on_picture on comments (episode_id, frame, id) where on_picture;
create index comments_pinned_on_picture on comments (episode_id) where pinned_on_picture;

-- Nodes of the version before read and write notes by this name until they are stopped.
drop table notes;
create view notes as
select
  id, episode_id, author_uid, text, frame, created_at, hidden, held, pinned_on_picture as pinned, author_deactivated, is_public,
  hidden_by_moderator, on_picture
from comments where on_picture;
alter view notes alter column on_picture set default true;
