-- Episodes play on other sites: which ones may embed each, and on which it was played.
--
-- `embed_sites`: origins; null for all sites, empty for none. A server of the previous version stores no host of an embedded
-- play; until it is gone, its pages of analytics list the hosts of both sources as outside ones.
-- Locks: `episodes` and `plays` for a moment, where the check reads `plays` once (a million rows: 0.3 s); `daily_hosts` while
-- its key is built.

alter table episodes add column embed_sites text[];

alter table plays
  drop constraint plays_host_check,
  add constraint plays_host_check check (
    host is null or (source in ('outside', 'embed') and char_length(host) between 1 and 253)
  );

alter table daily_hosts
  add column source text default 'outside' not null check (source in ('outside', 'embed')),
  drop constraint daily_hosts_pkey,
  add primary key (episode_id, day, source, host);

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
  insert into daily_hosts as held (episode_id, day, source, host, views)
  select episode_id, day, source, host, count(*) from changed
  where host is not null and (
    exists (
      select from daily_hosts as known
      where (known.episode_id, known.day, known.source, known.host)
        = (changed.episode_id, changed.day, changed.source, changed.host)
    )
    or (
      select count(*) from daily_hosts as known
      where (known.episode_id, known.day, known.source) = (changed.episode_id, changed.day, changed.source)
    ) < 50
  )
  group by episode_id, day, source, host order by episode_id, day, source, host
  on conflict (episode_id, day, source, host) do update set views = held.views + excluded.views;
  return null;
end
$function$;
