-- What the dashboard's analytics read: per episode and UTC day, how plays divide into watches and previews, where they came
-- from, how far and how long people watched, and how many visitors there were; per creator and day visitors and follows;
-- per episode how often each second was watched. No row outlives the day after it except sums.
-- Locks: `plays` and `daily_totals` exclusively, also for reading, until the commit: the watches of the past are counted
-- meanwhile (about 2 s for a million plays).

alter table plays
  add column source text,
  add column host text,
  add constraint plays_source_check
    check (source in ('landing', 'explore', 'search', 'profile', 'next', 'series', 'embed', 'outside')),
  add constraint plays_host_check check (host is null or (source = 'outside' and char_length(host) between 1 and 253));

alter table daily_totals
  add column watches integer default 0 not null,
  -- Watches since this migration: those that players can report on.
  add column measured_watches integer default 0 not null,
  add column watch_ms bigint default 0 not null,
  add column reached_25 integer default 0 not null,
  add column reached_50 integer default 0 not null,
  add column reached_75 integer default 0 not null,
  add column reached_95 integer default 0 not null,
  add column visitors integer default 0 not null,
  add column from_landing integer default 0 not null,
  add column from_explore integer default 0 not null,
  add column from_search integer default 0 not null,
  add column from_profile integer default 0 not null,
  add column from_next integer default 0 not null,
  add column from_series integer default 0 not null,
  add column from_embed integer default 0 not null,
  add column from_outside integer default 0 not null,
  add constraint daily_totals_watches_check check (watches >= 0 and watches <= views),
  add constraint daily_totals_marks_check check (
    measured_watches <= watches and reached_25 <= measured_watches and reached_50 <= reached_25
    and reached_75 <= reached_50 and reached_95 <= reached_75 and reached_95 >= 0 and watch_ms >= 0
  );

-- Plays from outside by the host before them; at most 50 hosts of an episode and day.
create table daily_hosts (
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  day date not null,
  host text not null,
  views integer not null check (views > 0),
  -- Answers: from which sites did people come to these episodes in these days?
  primary key (episode_id, day, host)
);

-- How often each second of an episode was watched, once per watch.
create table retention (
  episode_id text primary key references episode_stats (episode_id) on delete cascade,
  seconds integer[] not null
);

-- What the player has reported of a watch so far, until the day after it: the next report counts the difference only.
create table watch_reports (
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  visit_id text not null,
  day date not null,
  reached smallint not null check (reached in (25, 50, 75, 95)),
  watched_ms integer not null check (watched_ms >= 0),
  -- One bit for each second.
  seen bytea not null,
  primary key (episode_id, visit_id)
);
-- Answers: which reports are of past days? (cleanup)
create index watch_reports_day on watch_reports (day);

-- A creator's days, as far as they do not follow from episodes.
create table channel_days (
  creator_uid text not null references creators (uid) on delete cascade,
  day date not null,
  visitors integer default 0 not null check (visitors >= 0),
  followed integer default 0 not null check (followed >= 0),
  unfollowed integer default 0 not null check (unfollowed >= 0),
  -- Answers: what happened in these days?
  primary key (creator_uid, day)
) with (fillfactor = 70);

-- Who is counted already, as hashes with the key of the day (`visitor_days`); until the day after.
create table episode_visitors (
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  day date not null,
  visitor bytea not null check (octet_length(visitor) = 16),
  primary key (episode_id, day, visitor)
);
create index episode_visitors_day on episode_visitors (day);

create table channel_visitors (
  creator_uid text not null,
  day date not null,
  visitor bytea not null check (octet_length(visitor) = 16),
  primary key (creator_uid, day, visitor),
  foreign key (creator_uid, day) references channel_days (creator_uid, day) on delete cascade
);
create index channel_visitors_day on channel_visitors (day);

-- Whose follow and whose leaving is counted already; until the day after.
create table channel_follows (
  creator_uid text not null,
  day date not null,
  follower_hash bytea not null check (octet_length(follower_hash) = 16),
  is_gain boolean not null,
  primary key (creator_uid, day, follower_hash, is_gain),
  foreign key (creator_uid, day) references channel_days (creator_uid, day) on delete cascade
);
create index channel_follows_day on channel_follows (day);

-- A total that has drifted from its plays stays below its views.
update daily_totals set watches = least(views, made.watches)
from (select episode_id, day, count(*) as watches from plays where kind = 'watch' group by episode_id, day) as made
where daily_totals.episode_id = made.episode_id and daily_totals.day = made.day;

create or replace function count_plays_for_the_day() returns trigger language plpgsql as $function$
begin
  -- In one order everywhere.
  perform from episode_stats where episode_id in (select episode_id from changed) order by episode_id for update;
  insert into daily_totals as held (
    episode_id, day, views, watches_of_others, watches, measured_watches,
    from_landing, from_explore, from_search, from_profile, from_next, from_series, from_embed, from_outside
  )
  select
    episode_id, day, count(*), count(*) filter (where kind = 'watch' and not is_own),
    count(*) filter (where kind = 'watch'), count(*) filter (where kind = 'watch'),
    count(*) filter (where source = 'landing'), count(*) filter (where source = 'explore'),
    count(*) filter (where source = 'search'), count(*) filter (where source = 'profile'),
    count(*) filter (where source = 'next'), count(*) filter (where source = 'series'),
    count(*) filter (where source = 'embed'), count(*) filter (where coalesce(source, 'outside') = 'outside')
  from changed group by episode_id, day order by episode_id, day
  on conflict (episode_id, day) do update set
    views = held.views + excluded.views,
    watches_of_others = held.watches_of_others + excluded.watches_of_others,
    watches = held.watches + excluded.watches,
    measured_watches = held.measured_watches + excluded.measured_watches,
    from_landing = held.from_landing + excluded.from_landing,
    from_explore = held.from_explore + excluded.from_explore,
    from_search = held.from_search + excluded.from_search,
    from_profile = held.from_profile + excluded.from_profile,
    from_next = held.from_next + excluded.from_next,
    from_series = held.from_series + excluded.from_series,
    from_embed = held.from_embed + excluded.from_embed,
    from_outside = held.from_outside + excluded.from_outside;
  -- The limit may be passed by as many hosts as one statement brings.
  insert into daily_hosts as held (episode_id, day, host, views)
  select episode_id, day, host, count(*) from changed
  where host is not null and (
    exists (select from daily_hosts as known where (known.episode_id, known.day, known.host) = (changed.episode_id, changed.day, changed.host))
    or (select count(*) from daily_hosts as known where (known.episode_id, known.day) = (changed.episode_id, changed.day)) < 50
  )
  group by episode_id, day, host order by episode_id, day, host
  on conflict (episode_id, day, host) do update set views = held.views + excluded.views;
  return null;
end
$function$;
