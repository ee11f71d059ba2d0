-- The sums that the dashboard shows of all of a creator's episodes together, by UTC day. Adding up 120,000 rows of
-- `daily_totals` for each look took 46 to 107 ms; the rows of a few days here take one.
-- Locks: profiles, episodes and all that is counted against writes, not against reading, until the commit: the days so far are
-- added up meanwhile (about 2 s for a million rows).

-- The rows of a day are added up: a writer adds to one that no other transaction holds, or else inserts another. So nobody
-- waits for another viewer of the same creator, no two can deadlock, and there are at most as many rows as there have been
-- writers at once. A single row may be negative.
create table channel_totals (
  id bigint generated always as identity primary key,
  -- No reference: its check would lock the profile, after the counts. A trigger removes the rows with the profile.
  creator_uid text not null,
  day date not null,
  views bigint not null,
  likes bigint not null,
  comments bigint not null,
  watches bigint not null,
  measured_watches bigint not null,
  watch_ms bigint not null,
  reached_25 bigint not null,
  reached_50 bigint not null,
  reached_75 bigint not null,
  reached_95 bigint not null,
  from_landing bigint not null,
  from_explore bigint not null,
  from_search bigint not null,
  from_profile bigint not null,
  from_next bigint not null,
  from_series bigint not null,
  from_embed bigint not null,
  from_outside bigint not null
) with (fillfactor = 70);
-- Answers: what happened in these days? And: which rows of the day are there to add to?
create index channel_totals_day on channel_totals (creator_uid, day);

-- Adds sums, in the order of the columns, to a day of a creator.
create function add_to_channel_day(creator text, on_day date, sums bigint[]) returns void language plpgsql as $function$
declare
  free bigint;
begin
  select id into free from channel_totals
  where creator_uid = creator and day = on_day limit 1 for update skip locked;
  if found then
    update channel_totals set
      views = views + sums[1], likes = likes + sums[2], comments = comments + sums[3], watches = watches + sums[4],
      measured_watches = measured_watches + sums[5], watch_ms = watch_ms + sums[6],
      reached_25 = reached_25 + sums[7], reached_50 = reached_50 + sums[8],
      reached_75 = reached_75 + sums[9], reached_95 = reached_95 + sums[10],
      from_landing = from_landing + sums[11], from_explore = from_explore + sums[12],
      from_search = from_search + sums[13], from_profile = from_profile + sums[14],
      from_next = from_next + sums[15], from_series = from_series + sums[16],
      from_embed = from_embed + sums[17], from_outside = from_outside + sums[18]
    where id = free;
  else
    insert into channel_totals (
      creator_uid, day, views, likes, comments, watches, measured_watches, watch_ms,
      reached_25, reached_50, reached_75, reached_95,
      from_landing, from_explore, from_search, from_profile, from_next, from_series, from_embed, from_outside
    )
    values (
      creator, on_day, sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8], sums[9], sums[10],
      sums[11], sums[12], sums[13], sums[14], sums[15], sums[16], sums[17], sums[18]
    );
  end if;
end
$function$;

-- Adds the days of episodes that come, and subtracts those that go. One of an unknown episode fails: the sums would miss it.
create function keep_channel_totals() returns trigger language plpgsql as $function$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform add_to_channel_day(creator_id, day, sums) from (
    select creator_id, day, array[
        sum(step * views), sum(step * likes), sum(step * comments), sum(step * watches), sum(step * measured_watches), sum(step * watch_ms),
        sum(step * reached_25), sum(step * reached_50), sum(step * reached_75), sum(step * reached_95),
        sum(step * from_landing), sum(step * from_explore), sum(step * from_search), sum(step * from_profile),
        sum(step * from_next), sum(step * from_series), sum(step * from_embed), sum(step * from_outside)
      ]::bigint[] as sums
    from changed left join (select id, creator_id from episodes) as published on published.id = episode_id
    group by creator_id, day
  ) as added;
  return null;
end
$function$;

-- Adds what changed. The visitors of a day are not among the sums: those of several episodes are the same people.
create function change_channel_totals() returns trigger language plpgsql as $function$
begin
  perform add_to_channel_day(creator_id, day, sums) from (
    select creator_id, day, array[
        sum(step * views), sum(step * likes), sum(step * comments), sum(step * watches), sum(step * measured_watches), sum(step * watch_ms),
        sum(step * reached_25), sum(step * reached_50), sum(step * reached_75), sum(step * reached_95),
        sum(step * from_landing), sum(step * from_explore), sum(step * from_search), sum(step * from_profile),
        sum(step * from_next), sum(step * from_series), sum(step * from_embed), sum(step * from_outside)
      ]::bigint[] as sums
    from (
      select 1 as step, * from new_rows union all select -1, * from old_rows
    ) as changed left join (select id, creator_id from episodes) as published on published.id = episode_id
    group by creator_id, day
  ) as added
  where sums <> array_fill(0::bigint, array[18]);
  return null;
end
$function$;

-- Removes the counts of an episode while it still names its creator. The reference alone would do so after it is gone.
create function remove_episode_counts() returns trigger language plpgsql as $function$
begin
  delete from episode_stats where episode_id = old.id;
  return old;
end
$function$;

create function remove_channel_totals() returns trigger language plpgsql as $function$
begin
  delete from channel_totals where creator_uid in (select uid from old_rows);
  return null;
end
$function$;

-- Adds all of it up again, one row for each day. Writers wait meanwhile.
create function rebuild_channel_totals() returns void language plpgsql as $function$
begin
  lock table daily_totals in share row exclusive mode;
  delete from channel_totals;
  insert into channel_totals (
    creator_uid, day, views, likes, comments, watches, measured_watches, watch_ms,
    reached_25, reached_50, reached_75, reached_95,
    from_landing, from_explore, from_search, from_profile, from_next, from_series, from_embed, from_outside
  )
  select creator_id, day, sum(views), sum(likes), sum(comments), sum(watches), sum(measured_watches), sum(watch_ms),
    sum(reached_25), sum(reached_50), sum(reached_75), sum(reached_95),
    sum(from_landing), sum(from_explore), sum(from_search), sum(from_profile), sum(from_next), sum(from_series),
    sum(from_embed), sum(from_outside)
  from daily_totals join episodes on episodes.id = episode_id
  group by creator_id, day order by creator_id, day;
end
$function$;

lock table creators, episodes, episode_stats, daily_totals in share row exclusive mode;

create trigger daily_totals_added after insert on daily_totals
  referencing new table as changed for each statement execute function keep_channel_totals();
create trigger daily_totals_changed after update on daily_totals
  referencing old table as old_rows new table as new_rows for each statement execute function change_channel_totals();
create trigger daily_totals_gone after delete on daily_totals
  referencing old table as changed for each statement execute function keep_channel_totals();
create trigger episodes_counts_gone before delete on episodes
  for each row execute function remove_episode_counts();
create trigger creators_totals_gone after delete on creators
  referencing old table as old_rows for each statement execute function remove_channel_totals();

select rebuild_channel_totals();
