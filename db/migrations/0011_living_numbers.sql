-- Likes, comments, and every day's numbers of an episode, so that growth is a fact. `plays` is held against writing while
-- its past is summed up: about a second for each million plays.

-- Who likes what: a set. Like plays, it hangs on the row of numbers, which whoever changes it holds.
create table likes (
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  uid text not null references users (id) on delete cascade,
  liked_at timestamptz(3) not null,
  day date not null generated always as ((liked_at at time zone 'UTC')::date) stored,
  -- Answers: does this person like this episode?
  primary key (episode_id, uid)
);

-- Answers: what does this person like? (cascade)
create index likes_person on likes (uid);

create table comments (
  id text primary key,
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  author_uid text not null references users (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz(3) not null,
  day date not null generated always as ((created_at at time zone 'UTC')::date) stored
);

-- Answers: what was said about this episode, newest first? Also finds them for the cascade.
create index comments_episode on comments (episode_id, created_at desc, id desc);
-- Answers: what did this person say? (cascade)
create index comments_author on comments (author_uid);

-- One row an episode and UTC day on which something happened: the plays of that day, and those likes and comments made on
-- it that still stand. All of it follows from plays, likes and comments (engagement/daily-totals.server.ts).
create table daily_totals (
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  day date not null,
  views bigint not null default 0 check (views >= 0),
  likes bigint not null default 0 check (likes >= 0),
  comments bigint not null default 0 check (comments >= 0),
  -- Answers: what happened to these episodes in these days?
  primary key (episode_id, day)
) with (fillfactor = 70);

lock table plays in share row exclusive mode;
insert into daily_totals (episode_id, day, views) select episode_id, day, count(*) from plays group by episode_id, day;

-- Numbers follow their rows here and not in the code, because rows also go by cascade, with the person who made them, and
-- because a server of the previous version goes on storing plays.
create function count_for_the_day() returns trigger language plpgsql as $$
begin
  -- In one order everywhere. An episode that is being removed has no row any more, and nothing to count.
  perform from episode_stats where episode_id in (select episode_id from changed) order by episode_id for update;
  if tg_op = 'INSERT' then
    insert into daily_totals as held (episode_id, day, views, likes, comments)
    select
      episode_id,
      day,
      count(*) filter (where tg_table_name = 'plays'),
      count(*) filter (where tg_table_name = 'likes'),
      count(*) filter (where tg_table_name = 'comments')
    from changed group by episode_id, day order by episode_id, day
    on conflict (episode_id, day) do update set
      views = held.views + excluded.views,
      likes = held.likes + excluded.likes,
      comments = held.comments + excluded.comments;
  else
    update daily_totals set
      likes = daily_totals.likes - case when tg_table_name = 'likes' then gone.number else 0 end,
      comments = daily_totals.comments - case when tg_table_name = 'comments' then gone.number else 0 end
    from (
      select episode_id, day, count(*) as number from changed join episode_stats using (episode_id) group by episode_id, day
    ) as gone
    where daily_totals.episode_id = gone.episode_id and daily_totals.day = gone.day;
  end if;
  -- Views are added by whoever stores the plays, together with the time of the last one.
  if tg_table_name <> 'plays' then
    update episode_stats set
      likes = likes + case when tg_table_name = 'likes' then moved.number else 0 end,
      comments = comments + case when tg_table_name = 'comments' then moved.number else 0 end
    from (
      select episode_id, count(*) * case when tg_op = 'INSERT' then 1 else -1 end as number
      from changed group by episode_id
    ) as moved
    where episode_stats.episode_id = moved.episode_id;
  end if;
  return null;
end
$$;

create trigger plays_added after insert on plays
  referencing new table as changed for each statement execute function count_for_the_day();
create trigger likes_added after insert on likes
  referencing new table as changed for each statement execute function count_for_the_day();
create trigger likes_gone after delete on likes
  referencing old table as changed for each statement execute function count_for_the_day();
create trigger comments_added after insert on comments
  referencing new table as changed for each statement execute function count_for_the_day();
create trigger comments_gone after delete on comments
  referencing old table as changed for each statement execute function count_for_the_day();
