-- What people are told: new episodes, comments, replies, milestones and followers. New tables, filled with one row for
-- each episode (100,000: about a second).

-- What notifications need to know of an episode, changed with it. Apart from `episodes`, so that one row hides every
-- notification about an episode that turns private, however many people were told.
create table episode_news (
  episode_id text primary key references episodes (id) on delete cascade,
  creator_uid text not null,
  audience text not null,
  -- When its followers were told that it is out; they are told once.
  told_at timestamptz(3),
  -- The most likes that its creator was told of.
  likes_told bigint not null default 0
);

-- Episodes that everyone could find already are told to nobody.
insert into episode_news (episode_id, creator_uid, audience, told_at)
select id, creator_id, audience, case when audience = 'everyone' then now() end from episodes;
update episode_news as news set likes_told = power(10, floor(log(held.likes::numeric)))::bigint
from episode_stats as held where held.episode_id = news.episode_id and held.likes > 0;

-- Moves a changed notification to the front; ids stay.
create sequence notification_positions;

create table notifications (
  id text primary key,
  position bigint not null default nextval('notification_positions'),
  recipient_uid text not null references users (id) on delete cascade,
  kind text not null check (kind in ('episode', 'reply', 'comment', 'milestone', 'follower', 'decision')),
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  comment_id text references comments (id) on delete cascade,
  episode_id text references episode_news (episode_id) on delete cascade,
  -- Likes of a milestone; followers in a group.
  count bigint not null default 1 check (count >= 0),
  check ((kind in ('reply', 'comment')) = (comment_id is not null)),
  check ((kind in ('episode', 'reply', 'comment', 'milestone')) = (episode_id is not null))
);

-- Answers: what was this person told, newest first?
create index notifications_list on notifications (recipient_uid, position desc);
-- Answers: how much has this person not read?
create index notifications_unread on notifications (recipient_uid, episode_id) where read_at is null;
-- Nobody is told the same twice. Also finds the notifications about an episode for the cascade.
create unique index notifications_once on notifications (episode_id, recipient_uid, kind, count, comment_id)
  nulls not distinct where episode_id is not null;
-- Answers: which notifications are about this comment? (cascade)
create index notifications_comment on notifications (comment_id) where comment_id is not null;
-- New followers join the group that their creator has not read yet.
create unique index notifications_follower_group on notifications (recipient_uid)
  where kind = 'follower' and read_at is null;
-- Answers: which are older than the retention?
create index notifications_created on notifications (created_at);

-- The group in which a creator was told of a follower; null if it was told of in none.
alter table follows add column notification_id text references notifications (id) on delete set null;
-- Answers: who is in this group, newest first?
create index follows_group on follows (notification_id, followed_at desc) where notification_id is not null;

-- Whoever stops following, or leaves, leaves the group; an empty one is removed.
create function shrink_follower_groups() returns trigger language plpgsql as $function$
begin
  perform from notifications where id in (select notification_id from old_rows) order by id for update;
  update notifications set count = count - lost.number
  from (select notification_id, count(*) as number from old_rows group by notification_id) as lost
  where notifications.id = lost.notification_id;
  delete from notifications where id in (select notification_id from old_rows) and count = 0;
  return null;
end $function$;

-- Its name sorts after `follows_removed`: counts are locked before groups.
create trigger follows_ungrouped after delete on follows referencing old table as old_rows
  for each statement execute function shrink_follower_groups();

-- What a person wants to be told; without a row everything, and no mails.
create table notification_settings (
  uid text primary key references users (id) on delete cascade,
  episode boolean not null default true,
  reply boolean not null default true,
  comment boolean not null default true,
  milestone boolean not null default true,
  follower boolean not null default true,
  decision boolean not null default true,
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  -- When the last digest was sent, and the newest notification at that time.
  digest_at timestamptz(3),
  digest_position bigint not null default 0
);

-- Answers: who gets a digest?
create index notification_settings_digest on notification_settings (uid) where digest <> 'off';
