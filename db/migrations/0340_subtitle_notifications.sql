-- Notifications of subtitles: to the episode's creator that somebody offered some, to their author how they were reviewed.
-- Locks: `notifications`, for as long as it takes to read its rows three times and to build two indexes (a million rows: a
-- few seconds); `notification_settings` for an instant; `subtitles` while its few rows of deactivated accounts are marked.

-- Like `comments.author_deactivated`: news of what a deactivated account offered are hidden.
alter table subtitles add column author_deactivated boolean not null default false;
update subtitles set author_deactivated = true from users where users.id = author_uid and erase_at is not null;

alter table notification_settings add column subtitle boolean not null default true;

alter table notifications
  drop constraint notifications_kind_check,
  drop constraint notifications_check1,
  add column subtitle_id text references subtitles (id) on delete cascade,
  -- Outcome and words, as they were then; null for the creator, who was offered the text.
  add column review jsonb check (jsonb_typeof(review) = 'object'),
  add constraint notifications_kind_check
    check (kind in ('episode', 'reply', 'comment', 'milestone', 'follower', 'decision', 'subtitle')) not valid,
  add constraint notifications_of_episode
    check ((kind in ('episode', 'reply', 'comment', 'milestone', 'subtitle')) = (episode_id is not null)) not valid,
  add constraint notifications_of_subtitle check ((kind = 'subtitle') = (subtitle_id is not null)) not valid,
  add constraint notifications_of_review check (review is null or kind = 'subtitle') not valid;
alter table notifications validate constraint notifications_kind_check;
alter table notifications validate constraint notifications_of_episode;
alter table notifications validate constraint notifications_of_subtitle;
alter table notifications validate constraint notifications_of_review;

-- As before, but for subtitles: the same text is news again once the last notification of it was read.
drop index notifications_once;
create unique index notifications_once
  on notifications (episode_id, recipient_uid, kind, count, comment_id, (case kind when 'subtitle' then id end))
  nulls not distinct where episode_id is not null;
-- Another version, or another review, renews the notification that its recipient has not read.
create unique index notifications_unread_subtitle on notifications (recipient_uid, subtitle_id)
  where kind = 'subtitle' and read_at is null;
-- Answers: which notifications are about this text? (cascade)
create index notifications_subtitle on notifications (subtitle_id) where subtitle_id is not null;
