-- Comments had no replies, likes, edits or marks, and everybody saw every one of them.
--
-- What everybody sees is `is_public`: shown itself (neither hidden by the episode's creator nor held for review) and, for a
-- reply, under a comment that is shown. `parent_shown` repeats the latter on each reply, so that counts and lists read one
-- row. Triggers keep it, the counts of the episode and its days (public comments only), `replies` (those that are
-- shown themselves) and `likes`. All writers hold the episode's row of `episode_stats`.
--
-- `score` is the order of Top (docs/product.md#comments).
-- Locks: `comments` is rewritten (1 million rows: about 10 s); `episodes` for a moment.

alter table episodes add column comments_open boolean default true not null;

drop trigger comments_added on comments;
drop trigger comments_gone on comments;

alter table comments
  add column parent_id text references comments (id) on delete cascade,
  add column edited_at timestamp(3) with time zone,
  add column hidden boolean default false not null,
  add column held boolean default false not null,
  add column pinned boolean default false not null,
  add column parent_shown boolean default true not null,
  add column likes bigint default 0 not null,
  add column replies bigint default 0 not null,
  add column is_shown boolean generated always as (not hidden and not held) stored not null,
  add column is_public boolean generated always as (not hidden and not held and parent_shown) stored not null,
  add column score bigint generated always as (2 * likes + least(replies, 10)) stored not null,
  add constraint comments_likes_check check (likes >= 0),
  add constraint comments_replies_check check (replies >= 0),
  add constraint comments_parent_check check (parent_id <> id),
  -- One level: a reply has no replies.
  add constraint comments_reply_check check (parent_id is null or (replies = 0 and not pinned)),
  add constraint comments_parent_shown_check check (parent_id is not null or parent_shown),
  add constraint comments_pinned_check check (not pinned or (not hidden and not held));

drop index comments_episode;
-- Finds an episode's comments for the cascade.
create index comments_episode on comments (episode_id);
-- Answers: what does everybody see below this episode, newest first, and by score?
create index comments_newest on comments (episode_id, created_at desc, id desc) where parent_id is null and is_public;
create index comments_top on comments (episode_id, score desc, created_at desc, id desc)
  where parent_id is null and is_public;
-- Answers: what else do its creator and its author see there?
create index comments_withheld on comments (episode_id, author_uid) where not is_public;
-- Answers: what was replied to this comment, oldest first? Also finds replies for the cascade.
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
-- Answers: which comment does the creator put first? At most one of an episode.
create unique index comments_pinned on comments (episode_id) where pinned;
-- Answers: what did this person say, and lately? (cascade, repeated texts)
drop index comments_author;
create index comments_author on comments (author_uid, created_at desc);

-- Who likes which comment: a set.
create table comment_likes (
  comment_id text not null references comments (id) on delete cascade,
  uid text not null references users (id) on delete cascade,
  liked_at timestamp(3) with time zone not null,
  -- Answers: does this person like this comment?
  primary key (comment_id, uid)
);
-- Answers: which comments does this person like? (cascade)
create index comment_likes_person on comment_likes (uid);

-- Accounts that may not comment on the episodes of a creator.
create table comment_blocks (
  creator_uid text not null references users (id) on delete cascade,
  uid text not null references users (id) on delete cascade,
  blocked_at timestamp(3) with time zone not null,
  -- Answers: may this person comment here?
  primary key (creator_uid, uid),
  constraint comment_blocks_check check (creator_uid <> uid)
);
-- Finds the blocks of a person for the cascade.
create index comment_blocks_person on comment_blocks (uid);

-- Adds these numbers of public comments to their episodes and days. An episode that is being removed has no row any more.
create function add_comment_counts(changed_episodes text[], changed_days date[], steps bigint[]) returns void
language plpgsql as $function$
begin
  -- In one order everywhere.
  perform from episode_stats where episode_id = any (changed_episodes) order by episode_id for update;
  insert into daily_totals as held (episode_id, day, comments)
  select episode_id, day, sum(step)
  from unnest(changed_episodes, changed_days, steps) as change (episode_id, day, step) join episode_stats using (episode_id)
  group by episode_id, day having sum(step) > 0 order by episode_id, day
  on conflict (episode_id, day) do update set comments = held.comments + excluded.comments;
  update daily_totals set comments = comments + change.step
  from (
    select episode_id, day, sum(step) as step
    from unnest(changed_episodes, changed_days, steps) as change (episode_id, day, step) join episode_stats using (episode_id)
    group by episode_id, day having sum(step) < 0
  ) as change
  where daily_totals.episode_id = change.episode_id and daily_totals.day = change.day;
  update episode_stats set comments = comments + change.step
  from (
    select episode_id, sum(step) as step from unnest(changed_episodes, steps) as change (episode_id, step)
    group by episode_id having sum(step) <> 0
  ) as change
  where episode_stats.episode_id = change.episode_id;
end $function$;

create function keep_comment_counts() returns trigger language plpgsql as $function$
begin
  if tg_op = 'INSERT' then
    perform add_comment_counts(array_agg(episode_id), array_agg(day), array_agg(1::bigint))
    from new_rows where is_public having count(*) > 0;
    update comments set replies = replies + reply.number
    from (select parent_id as id, count(*) as number from new_rows where parent_id is not null and is_shown group by 1) as reply
    where comments.id = reply.id;
  elsif tg_op = 'DELETE' then
    perform add_comment_counts(array_agg(episode_id), array_agg(day), array_agg(-1::bigint))
    from old_rows where is_public having count(*) > 0;
    update comments set replies = replies - reply.number
    from (select parent_id as id, count(*) as number from old_rows where parent_id is not null and is_shown group by 1) as reply
    where comments.id = reply.id;
  else
    -- Also ends the recursion: a statement that changes no row fires triggers too.
    perform from new_rows join old_rows using (id)
    where new_rows.is_shown <> old_rows.is_shown or new_rows.is_public <> old_rows.is_public;
    if not found then
      return null;
    end if;
    perform add_comment_counts(
      array_agg(new_rows.episode_id),
      array_agg(new_rows.day),
      array_agg(new_rows.is_public::int::bigint - old_rows.is_public::int)
    )
    from new_rows join old_rows using (id) where new_rows.is_public <> old_rows.is_public having count(*) > 0;
    update comments set replies = replies + reply.number
    from (
      select new_rows.parent_id as id, sum(new_rows.is_shown::int - old_rows.is_shown::int) as number
      from new_rows join old_rows using (id)
      where new_rows.parent_id is not null and new_rows.is_shown <> old_rows.is_shown group by 1
    ) as reply
    where comments.id = reply.id;
    -- Replies go and come with their parent; this trigger counts them in turn.
    update comments set parent_shown = parent.is_shown
    from new_rows as parent join old_rows as before using (id)
    where comments.parent_id = parent.id and parent.is_shown <> before.is_shown;
  end if;
  return null;
end $function$;

create trigger comments_added after insert on comments
  referencing new table as new_rows for each statement execute function keep_comment_counts();
create trigger comments_changed after update on comments
  referencing old table as old_rows new table as new_rows for each statement execute function keep_comment_counts();
create trigger comments_gone after delete on comments
  referencing old table as old_rows for each statement execute function keep_comment_counts();

create function keep_comment_likes() returns trigger language plpgsql as $function$
begin
  update comments set likes = likes + changed.number
  from (
    select comment_id as id, count(*) * case when tg_op = 'INSERT' then 1 else -1 end as number
    from changed_rows group by comment_id
  ) as changed
  where comments.id = changed.id;
  return null;
end $function$;

create trigger comment_likes_added after insert on comment_likes
  referencing new table as changed_rows for each statement execute function keep_comment_likes();
create trigger comment_likes_gone after delete on comment_likes
  referencing old table as changed_rows for each statement execute function keep_comment_likes();
