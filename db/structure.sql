-- Written by `npm run db:dump`: what db/migrations add up to. Reviewed with them, never edited.

CREATE OR REPLACE FUNCTION public.add_comment_counts(changed_episodes text[], changed_days date[], steps bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.add_listed_terms(episode_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into listed_terms (share, lot, term_key, episode_id, creator_id)
  select distinct coalesce(ended_shares.share, 0.25), hashtext(episodes.id), search_key(term), episodes.id, creator_id
  from episodes cross join lateral unnest(tags || genre) as term left join ended_shares on episode_id = episodes.id
  where episodes.id = any (episode_ids) and audience = 'everyone'
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.add_to_channel_day(creator text, on_day date, sums bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.announce_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('sessions_ended', json_build_object('uid', user_id)::text) from (select distinct user_id from ended) as accounts;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.change_channel_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.change_listings(gone listed_episodes[], come listed_episodes[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  unused text[];
begin
  lock table listed_counts in share row exclusive mode;
  update explore_version set version = version + 1;
  delete from listed_episodes where episode_id in (select episode_id from unnest(gone));
  insert into listed_episodes select * from unnest(come);

  insert into listed_counts as kept (genre_key, trending, episodes)
  select genre_key, trending, sum(step)
  from (
    select genre_key, trending, -1 as step from unnest(gone)
    union all
    select genre_key, trending, 1 from unnest(come)
  ) as steps
  group by genre_key, trending having sum(step) <> 0
  on conflict (genre_key, trending) do update set episodes = kept.episodes + excluded.episodes;

  with changed as (
    insert into listed_words as kept (word, episodes)
    select word, sum(step)
    from (
      select search_words(search_text) as word, -1 as step from unnest(gone)
      union all
      select search_words(search_text), 1 from unnest(come)
    ) as steps
    group by word having sum(step) <> 0
    on conflict (word) do update set episodes = kept.episodes + excluded.episodes
    returning word, episodes
  )
  select array_agg(word) into unused from changed where episodes = 0;
  delete from listed_words where word = any (unused);

  -- All that a creator has listed has one name: the one that comes replaces the one that goes.
  with changed as (
    insert into listed_creators as kept (creator_letters, episodes, creator_key, creator_id)
    select search_letters(name), episodes, name, creator_id
    from (
      select creator_id, sum(step) as episodes, max(creator_key) filter (where step < 0) as former_name,
        coalesce(max(creator_key) filter (where step > 0), max(creator_key)) as name
      from (
        select creator_id, creator_key, -1 as step from unnest(gone)
        union all
        select creator_id, creator_key, 1 from unnest(come)
      ) as steps
      group by creator_id
    ) as changes
    where episodes <> 0 or name <> former_name
    on conflict (creator_id) do update set creator_letters = excluded.creator_letters,
      creator_key = excluded.creator_key, episodes = kept.episodes + excluded.episodes
    returning creator_id, episodes
  )
  select array_agg(creator_id) into unused from changed where episodes = 0;
  delete from listed_creators where creator_id = any (unused);
end $function$;

CREATE OR REPLACE FUNCTION public.count_followers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into follow_counts (creator_uid, followers)
    select creator_uid, count(*) from new_rows group by creator_uid order by creator_uid
    on conflict (creator_uid) do update set followers = follow_counts.followers + excluded.followers;
  else
    perform from follow_counts where creator_uid in (select creator_uid from old_rows) order by creator_uid for update;
    update follow_counts set followers = followers - lost.number
    from (select creator_uid, count(*) as number from old_rows group by creator_uid) as lost
    where follow_counts.creator_uid = lost.creator_uid;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_for_the_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.count_plays_for_the_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.deactivate_new_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_deactivated := exists (select from users where id = new.uid and erase_at is not null);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.episode_audience(is_playable boolean, visibility text, nsfw boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((NOT is_playable) OR (visibility = ANY (ARRAY['private'::text, 'scheduled'::text]))) THEN 'owner'::text WHEN (visibility = 'unlisted'::text) THEN 'link'::text WHEN nsfw THEN 'profile'::text ELSE 'everyone'::text END;

CREATE OR REPLACE FUNCTION public.episode_audience(is_playable boolean, visibility text, nsfw boolean, restriction text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((restriction = 'taken_down'::text) OR (NOT is_playable) OR (visibility = ANY (ARRAY['private'::text, 'scheduled'::text]))) THEN 'owner'::text WHEN ((restriction = 'limited'::text) OR (visibility = 'unlisted'::text)) THEN 'link'::text WHEN nsfw THEN 'profile'::text ELSE 'everyone'::text END;

CREATE OR REPLACE FUNCTION public.episode_audience(is_playable boolean, visibility text, nsfw boolean, restriction text, creator_deactivated boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN creator_deactivated THEN 'owner'::text ELSE episode_audience(is_playable, visibility, nsfw, restriction) END;

CREATE OR REPLACE FUNCTION public.episode_audience(is_playable boolean, visibility text, nsfw boolean, restriction text, creator_deactivated boolean, hold text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (hold IS NOT NULL) THEN 'owner'::text ELSE episode_audience(is_playable, visibility, nsfw, restriction, creator_deactivated) END;

CREATE OR REPLACE FUNCTION public.exact_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN casefold((value COLLATE pg_unicode_fast));

CREATE OR REPLACE FUNCTION public.keep_channel_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.keep_comment_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.keep_comment_likes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update comments set likes = likes + changed.number
  from (
    select comment_id as id, count(*) * case when tg_op = 'INSERT' then 1 else -1 end as number
    from changed_rows group by comment_id
  ) as changed
  where comments.id = changed.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_listed_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  renamed text[] := array(
    select uid from new_rows join old_rows using (uid)
    where new_rows.username is distinct from old_rows.username
  );
  gone listed_episodes[];
begin
  if cardinality(renamed) = 0 then
    return null;
  end if;
  -- Episodes before listings, as everywhere: what is listed refers to them at the commit.
  perform from episodes where creator_id = any (renamed) order by id for key share;
  lock table listed_counts in share row exclusive mode;
  gone := array(select each from listed_episodes as each where creator_id = any (renamed));
  if cardinality(gone) > 0 then
    perform change_listings(gone, array(
      select listing_of(id, creator_id, published_at, genre, trending, title, tags)
      from episodes where creator_id = any (renamed) and audience = 'everyone'
    ));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_listed_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed text[];
begin
  if tg_op = 'UPDATE' then
    changed := array(
      select id from new_rows join old_rows using (id)
      where (new_rows.audience = 'everyone') <> (old_rows.audience = 'everyone')
        or new_rows.genre <> old_rows.genre or new_rows.tags <> old_rows.tags
      order by id
    );
    delete from listed_terms where episode_id = any (changed);
  else
    changed := array(select id from new_rows where audience = 'everyone');
  end if;
  if cardinality(changed) > 0 then
    perform add_listed_terms(changed);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_listings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  gone listed_episodes[] := '{}';
  come listed_episodes[] := '{}';
begin
  if tg_op = 'UPDATE' then
    perform from (
      select id, creator_id, published_at, genre, trending, title, tags from old_rows where audience = 'everyone'
      except
      select id, creator_id, published_at, genre, trending, title, tags from new_rows where audience = 'everyone'
    ) as lost;
    if not found then
      perform from new_rows join old_rows using (id)
      where new_rows.audience = 'everyone' and old_rows.audience <> 'everyone';
      if not found then
        return null;
      end if;
    end if;
  elsif tg_op = 'INSERT' then
    perform from new_rows where audience = 'everyone';
    if not found then
      return null;
    end if;
  else
    perform from old_rows where audience = 'everyone';
    if not found then
      return null;
    end if;
  end if;

  lock table listed_counts in share row exclusive mode;
  if tg_op <> 'INSERT' then
    gone := array(select each from listed_episodes as each where episode_id in (select id from old_rows));
  end if;
  if tg_op <> 'DELETE' then
    come := array(
      select listing_of(id, creator_id, published_at, genre, trending, title, tags)
      from new_rows where audience = 'everyone'
    );
  end if;
  perform change_listings(
    array(select each from unnest(gone) as each except select each from unnest(come) as each),
    array(select each from unnest(come) as each except select each from unnest(gone) as each)
  );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_unlisted_from_trending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.trending := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_of(id text, creator_id text, published_at timestamp with time zone, genre text, trending boolean, title text, tags text[])
 RETURNS listed_episodes
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT ROW(search_letters(keys.title_key), search_letters(keys.search_text), search_letters(keys.creator_key), (listing_of.published_at)::timestamp(3) with time zone, listing_of.trending, keys.creator_key, keys.title_key, keys.search_text, search_key(listing_of.genre), listing_of.id, listing_of.creator_id, CASE WHEN (keys.exact_text = ((keys.search_text || '
'::text) || keys.creator_key)) THEN ''::text ELSE keys.exact_text END)::listed_episodes AS "row" FROM (SELECT "left"(search_key(listing_of.title), 240) AS title_key, search_key(written.texts) AS search_text, search_key(written.username) AS creator_key, exact_key(((written.texts || '
'::text) || written.username)) AS exact_text FROM (SELECT ((listing_of.title || '
'::text) || array_to_string(listing_of.tags, '
'::text)) AS texts, COALESCE((SELECT creators.username FROM creators WHERE (creators.uid = listing_of.creator_id)), ''::text) AS username) written OFFSET 0) keys);

CREATE OR REPLACE FUNCTION public.mark_creator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_creator := true;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_erased_font()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into erased_fonts (id, format, due_at) values (old.id, old.format, '-infinity') on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into erasures (uid) values (old.uid) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.raise_page_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform from old_rows where audience <> 'owner';
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and not found) then
    perform from new_rows where audience <> 'owner';
  end if;
  if found then
    -- In the documented order of locks: the explore index, then this row.
    lock table listed_counts in share row exclusive mode;
    update page_version set version = version + 1;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.raise_page_version_of_credits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from new_rows
  join old_rows using (id)
  join episodes on episodes.id = new_rows.episode_id
  where episodes.audience <> 'owner'
    and case when old_rows.accepted_at is not null and not old_rows.person_deactivated then old_rows.uid end
      is distinct from case when new_rows.accepted_at is not null and not new_rows.person_deactivated then new_rows.uid end;
  if found then
    lock table listed_counts in share row exclusive mode;
    update page_version set version = version + 1;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.raise_page_version_of_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update page_version set version = version + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.rebuild_channel_totals()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.remove_channel_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from channel_totals where creator_uid in (select uid from old_rows);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_episode_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from episode_stats where episode_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_grams(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE STRICT COST 5000
BEGIN ATOMIC
 SELECT COALESCE(array_agg(DISTINCT found.gram), '{}'::text[]) AS "coalesce"
    FROM ( SELECT unnest(ARRAY[
                 CASE
                     WHEN (strpos('abcdefghijklmnopqrstuvwxyz0123456789'::text, run.one) = 0) THEN run.one
                     ELSE NULL::text
                 END, (run.one || run.two), ((run.one || run.two) || run.three)]) AS gram
            FROM ( SELECT letter.one,
                     lead(letter.one) OVER following AS two,
                     lead(letter.one, 2) OVER following AS three
                    FROM (string_to_table(translate(search_grams.value, chr(10), ' '::text), ' '::text) WITH ORDINALITY part(letters, place)
                      CROSS JOIN LATERAL string_to_table(part.letters, NULL::text) WITH ORDINALITY letter(one, at))
                   WINDOW following AS (PARTITION BY part.place ORDER BY letter.at)) run
         UNION ALL
          SELECT (' '::text || word.word)
            FROM search_words(search_grams.value) word(word)) found
   WHERE (found.gram IS NOT NULL);
END;

CREATE OR REPLACE FUNCTION public.search_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NORMALIZE(translate(replace(replace(replace(casefold((regexp_replace(NORMALIZE(value, NFKD), (('[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'::text || '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f'::text) || '\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'::text), ''::text, 'g'::text) COLLATE pg_unicode_fast)), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), ('øłđðħŧŋı‘’‛ʼ“”„‟‐‒–—―−〜'::text || 'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ'::text), ('olddhtni''''''''""""------~'::text || 'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ'::text)), NFC);

CREATE OR REPLACE FUNCTION public.search_letters(value text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(bit_or(((1)::bigint << (strpos('abcdefghijklmnopqrstuvwxyz0123456789'::text, letter.letter) - 1))), (0)::bigint) AS "coalesce" FROM string_to_table(search_letters.value, NULL::text) letter(letter) WHERE (strpos('abcdefghijklmnopqrstuvwxyz0123456789'::text, letter.letter) > 0));

CREATE OR REPLACE FUNCTION public.search_words(value text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT ROWS 5
BEGIN ATOMIC
 SELECT DISTINCT word.word
    FROM regexp_split_to_table((search_words.value COLLATE pg_unicode_fast), '[[:space:][:punct:]]+'::text) word(word)
   WHERE ((char_length(word.word) >= 3) AND (word.word !~ '^[0-9]+$'::text));
END;

CREATE OR REPLACE FUNCTION public.shrink_follower_groups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from notifications where id in (select notification_id from old_rows) order by id for update;
  update notifications set count = count - lost.number
  from (select notification_id, count(*) as number from old_rows group by notification_id) as lost
  where notifications.id = lost.notification_id;
  delete from notifications where id in (select notification_id from old_rows) and count = 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.word_deletions(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 500
BEGIN ATOMIC
 SELECT (array_agg(DISTINCT OVERLAY(word_deletions.word PLACING ''::text FROM at.at FOR 1)) || word_deletions.word)
    FROM generate_series(1, char_length(word_deletions.word)) at(at);
END;

create table announced_episodes (
  episode_id text not null,
  creator_uid text not null,
  audience text not null,
  announced_at timestamp(3) with time zone,
  likes_announced bigint default 0 not null,
  constraint announced_episodes_pkey PRIMARY KEY (episode_id),
  constraint announced_episodes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE
);
CREATE INDEX announced_episodes_listed ON announced_episodes USING btree (creator_uid, announced_at) WHERE (audience = 'everyone'::text);

create table audit_log (
  id bigint not null,
  at timestamp(3) with time zone not null,
  actor_uid text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_action_check CHECK ((action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'::text)),
  constraint audit_log_after_check CHECK ((jsonb_typeof(after) = 'object'::text)),
  constraint audit_log_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint audit_log_reason_check CHECK ((char_length(reason) <= 1000)),
  constraint audit_log_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['account'::text, 'episode'::text, 'comment'::text, 'note'::text, 'subtitle'::text, 'creator'::text, 'site'::text, 'job'::text])))
);
CREATE TRIGGER audit_log_all BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_rows BEFORE DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table auth_rate_limits (
  id text not null,
  key text not null,
  count integer not null,
  last_request bigint not null,
  constraint auth_rate_limits_pkey PRIMARY KEY (id),
  constraint auth_rate_limits_key_key UNIQUE (key)
);

create table av1_sets (
  video_uid text not null,
  state text not null,
  renditions jsonb default '[]'::jsonb not null,
  asked_at timestamp(3) with time zone default now() not null,
  constraint av1_sets_pkey PRIMARY KEY (video_uid),
  constraint av1_sets_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'listed'::text, 'left_out'::text]))),
  constraint av1_sets_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);

create table backups (
  id text not null,
  place text not null,
  started_at timestamp(3) with time zone not null,
  taken_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  problem text,
  object_count integer,
  copied_count integer,
  copied_bytes bigint,
  total_bytes bigint,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_copied_bytes_check CHECK ((copied_bytes >= 0)),
  constraint backups_copied_count_check CHECK ((copied_count >= 0)),
  constraint backups_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 64))),
  constraint backups_object_count_check CHECK ((object_count >= 0)),
  constraint backups_place_check CHECK (((char_length(place) >= 1) AND (char_length(place) <= 4096))),
  constraint backups_problem_check CHECK ((char_length(problem) <= 1000)),
  constraint backups_total_bytes_check CHECK ((total_bytes >= 0))
);

create table channel_days (
  creator_uid text not null,
  day date not null,
  visitors integer default 0 not null,
  followed integer default 0 not null,
  unfollowed integer default 0 not null,
  constraint channel_days_pkey PRIMARY KEY (creator_uid, day),
  constraint channel_days_creator_uid_fkey FOREIGN KEY (creator_uid) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint channel_days_followed_check CHECK ((followed >= 0)),
  constraint channel_days_unfollowed_check CHECK ((unfollowed >= 0)),
  constraint channel_days_visitors_check CHECK ((visitors >= 0))
) with (fillfactor=70);

create table channel_follows (
  creator_uid text not null,
  day date not null,
  follower_hash bytea not null,
  is_gain boolean not null,
  constraint channel_follows_pkey PRIMARY KEY (creator_uid, day, follower_hash, is_gain),
  constraint channel_follows_creator_uid_day_fkey FOREIGN KEY (creator_uid, day) REFERENCES channel_days(creator_uid, day) ON DELETE CASCADE,
  constraint channel_follows_follower_hash_check CHECK ((octet_length(follower_hash) = 16))
);
CREATE INDEX channel_follows_day ON channel_follows USING btree (day);

create table channel_totals (
  id bigint not null,
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
  from_outside bigint not null,
  constraint channel_totals_pkey PRIMARY KEY (id)
) with (fillfactor=70);
CREATE INDEX channel_totals_day ON channel_totals USING btree (creator_uid, day);

create table channel_visitors (
  creator_uid text not null,
  day date not null,
  visitor bytea not null,
  constraint channel_visitors_pkey PRIMARY KEY (creator_uid, day, visitor),
  constraint channel_visitors_creator_uid_day_fkey FOREIGN KEY (creator_uid, day) REFERENCES channel_days(creator_uid, day) ON DELETE CASCADE,
  constraint channel_visitors_visitor_check CHECK ((octet_length(visitor) = 16))
);
CREATE INDEX channel_visitors_day ON channel_visitors USING btree (day);

create table chunk_plans (
  video_uid text not null,
  stage text not null,
  renditions jsonb not null,
  sound_name text,
  longest_segment_seconds double precision not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint chunk_plans_pkey PRIMARY KEY (video_uid, stage),
  constraint chunk_plans_stage_check CHECK ((stage = ANY (ARRAY['first'::text, 'later'::text, 'av1'::text]))),
  constraint chunk_plans_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);

create table chunks (
  video_uid text not null,
  stage text not null,
  number integer not null,
  plan jsonb not null,
  made jsonb,
  constraint chunks_pkey PRIMARY KEY (video_uid, stage, number),
  constraint chunks_number_check CHECK ((number >= 0)),
  constraint chunks_video_uid_stage_fkey FOREIGN KEY (video_uid, stage) REFERENCES chunk_plans(video_uid, stage) ON DELETE CASCADE
);

create table comment_blocks (
  creator_uid text not null,
  uid text not null,
  blocked_at timestamp(3) with time zone not null,
  constraint comment_blocks_pkey PRIMARY KEY (creator_uid, uid),
  constraint comment_blocks_check CHECK ((creator_uid <> uid)),
  constraint comment_blocks_creator_uid_fkey FOREIGN KEY (creator_uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint comment_blocks_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX comment_blocks_person ON comment_blocks USING btree (uid);

create table comment_likes (
  comment_id text not null,
  uid text not null,
  liked_at timestamp(3) with time zone not null,
  constraint comment_likes_pkey PRIMARY KEY (comment_id, uid),
  constraint comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_likes_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX comment_likes_person ON comment_likes USING btree (uid);
CREATE TRIGGER comment_likes_added AFTER INSERT ON comment_likes REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_likes();
CREATE TRIGGER comment_likes_gone AFTER DELETE ON comment_likes REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_likes();

create table comments (
  id text not null,
  episode_id text not null,
  author_uid text not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  day date generated always as (((created_at AT TIME ZONE 'UTC'::text))::date) stored not null,
  parent_id text,
  edited_at timestamp(3) with time zone,
  hidden boolean default false not null,
  held boolean default false not null,
  pinned boolean default false not null,
  parent_shown boolean default true not null,
  likes bigint default 0 not null,
  replies bigint default 0 not null,
  is_shown boolean generated always as (((NOT hidden) AND (NOT held) AND (NOT author_deactivated))) stored not null,
  is_public boolean generated always as (((NOT hidden) AND (NOT held) AND (NOT author_deactivated) AND parent_shown)) stored not null,
  score bigint generated always as (((2 * likes) + LEAST(replies, (10)::bigint))) stored not null,
  hidden_by_moderator boolean default false not null,
  author_deactivated boolean default false not null,
  frame integer,
  on_picture boolean default false not null,
  pinned_on_picture boolean default false not null,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_author_uid_fkey FOREIGN KEY (author_uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint comments_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint comments_frame_check CHECK ((frame >= 0)),
  constraint comments_hidden_by_moderator_check CHECK ((hidden OR (NOT hidden_by_moderator))),
  constraint comments_likes_check CHECK ((likes >= 0)),
  constraint comments_on_picture_check CHECK (((NOT on_picture) OR ((frame IS NOT NULL) AND (char_length(text) <= 120)))),
  constraint comments_parent_check CHECK ((parent_id <> id)),
  constraint comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comments_parent_shown_check CHECK (((parent_id IS NOT NULL) OR parent_shown)),
  constraint comments_pinned_check CHECK (((NOT pinned) OR ((NOT hidden) AND (NOT held)))),
  constraint comments_pinned_on_picture_check CHECK (((NOT pinned_on_picture) OR (on_picture AND (NOT hidden) AND (NOT held)))),
  constraint comments_replies_check CHECK ((replies >= 0)),
  constraint comments_reply_check CHECK (((parent_id IS NULL) OR ((replies = 0) AND (NOT pinned)))),
  constraint comments_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))
);
CREATE INDEX comments_author ON comments USING btree (author_uid, created_at DESC);
CREATE INDEX comments_episode ON comments USING btree (episode_id);
CREATE INDEX comments_newest ON comments USING btree (episode_id, created_at DESC, id DESC) WHERE ((parent_id IS NULL) AND is_public);
CREATE INDEX comments_on_picture ON comments USING btree (episode_id, frame, id) WHERE on_picture;
CREATE UNIQUE INDEX comments_pinned ON comments USING btree (episode_id) WHERE pinned;
CREATE INDEX comments_pinned_on_picture ON comments USING btree (episode_id) WHERE pinned_on_picture;
CREATE INDEX comments_replies ON comments USING btree (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX comments_top ON comments USING btree (episode_id, score DESC, created_at DESC, id DESC) WHERE ((parent_id IS NULL) AND is_public);
CREATE INDEX comments_withheld ON comments USING btree (episode_id, author_uid) WHERE (NOT is_public);
CREATE TRIGGER comments_added AFTER INSERT ON comments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_counts();
CREATE TRIGGER comments_changed AFTER UPDATE ON comments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_counts();
CREATE TRIGGER comments_gone AFTER DELETE ON comments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_counts();

create table creators (
  uid text not null,
  username text default ''::text not null,
  username_key text,
  bio text default ''::text not null,
  avatar_url text default ''::text not null,
  patreon_url text default ''::text not null,
  founder_badge boolean default false not null,
  joined_at timestamp(3) with time zone default now() not null,
  username_skeletons text[],
  skeleton_version integer,
  training_reserved boolean default true not null,
  is_deactivated boolean default false not null,
  made_by_people boolean default false not null,
  constraint creators_pkey PRIMARY KEY (uid),
  constraint creators_avatar_url_check CHECK ((char_length(avatar_url) <= 500)),
  constraint creators_bio_check CHECK ((char_length(bio) <= 1000)),
  constraint creators_check CHECK (((username = ''::text) = (username_key IS NULL))),
  constraint creators_patreon_url_check CHECK (((char_length(patreon_url) <= 500) AND (patreon_url ~ '^(https?://.*)?$'::text))),
  constraint creators_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint creators_username_check CHECK ((char_length(username) <= 40)),
  constraint creators_username_key_check CHECK (((char_length(username_key) >= 1) AND (char_length(username_key) <= 800)))
);
CREATE UNIQUE INDEX creators_username_key ON creators USING btree (username_key);
CREATE INDEX creators_username_skeletons ON creators USING gin (username_skeletons);
CREATE TRIGGER creators_deactivated BEFORE INSERT ON creators FOR EACH ROW EXECUTE FUNCTION deactivate_new_profile();
CREATE TRIGGER creators_renamed AFTER UPDATE ON creators REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_listed_names();
CREATE TRIGGER creators_totals_gone AFTER DELETE ON creators REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION remove_channel_totals();

create table credentials (
  id text not null,
  user_id text not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX credentials_account ON credentials USING btree (provider_id, account_id);
CREATE UNIQUE INDEX credentials_user ON credentials USING btree (user_id, provider_id);

create table daily_hosts (
  episode_id text not null,
  day date not null,
  host text not null,
  views integer not null,
  source text default 'outside'::text not null,
  constraint daily_hosts_pkey PRIMARY KEY (episode_id, day, source, host),
  constraint daily_hosts_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint daily_hosts_source_check CHECK ((source = ANY (ARRAY['outside'::text, 'embed'::text]))),
  constraint daily_hosts_views_check CHECK ((views > 0))
);

create table daily_totals (
  episode_id text not null,
  day date not null,
  views bigint default 0 not null,
  likes bigint default 0 not null,
  comments bigint default 0 not null,
  watches_of_others bigint default 0 not null,
  watches integer default 0 not null,
  measured_watches integer default 0 not null,
  watch_ms bigint default 0 not null,
  reached_25 integer default 0 not null,
  reached_50 integer default 0 not null,
  reached_75 integer default 0 not null,
  reached_95 integer default 0 not null,
  visitors integer default 0 not null,
  from_landing integer default 0 not null,
  from_explore integer default 0 not null,
  from_search integer default 0 not null,
  from_profile integer default 0 not null,
  from_next integer default 0 not null,
  from_series integer default 0 not null,
  from_embed integer default 0 not null,
  from_outside integer default 0 not null,
  constraint daily_totals_pkey PRIMARY KEY (episode_id, day),
  constraint daily_totals_comments_check CHECK ((comments >= 0)),
  constraint daily_totals_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint daily_totals_likes_check CHECK ((likes >= 0)),
  constraint daily_totals_marks_check CHECK (((measured_watches <= watches) AND (reached_25 <= measured_watches) AND (reached_50 <= reached_25) AND (reached_75 <= reached_50) AND (reached_95 <= reached_75) AND (reached_95 >= 0) AND (watch_ms >= 0))),
  constraint daily_totals_views_check CHECK ((views >= 0)),
  constraint daily_totals_watches_check CHECK (((watches >= 0) AND (watches <= views))),
  constraint daily_totals_watches_of_others_check CHECK ((watches_of_others >= 0))
) with (fillfactor=70);
CREATE INDEX daily_totals_day ON daily_totals USING btree (day);
CREATE TRIGGER daily_totals_added AFTER INSERT ON daily_totals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_channel_totals();
CREATE TRIGGER daily_totals_changed AFTER UPDATE ON daily_totals REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION change_channel_totals();
CREATE TRIGGER daily_totals_gone AFTER DELETE ON daily_totals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_channel_totals();

create table deactivated_comment_likes (
  comment_id text not null,
  uid text not null,
  liked_at timestamp(3) with time zone not null,
  constraint deactivated_comment_likes_pkey PRIMARY KEY (comment_id, uid),
  constraint deactivated_comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint deactivated_comment_likes_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deactivated_comment_likes_person ON deactivated_comment_likes USING btree (uid);

create table deactivated_follows (
  follower_uid text not null,
  creator_uid text not null,
  followed_at timestamp(3) with time zone not null,
  constraint deactivated_follows_pkey PRIMARY KEY (follower_uid, creator_uid),
  constraint deactivated_follows_creator_uid_fkey FOREIGN KEY (creator_uid) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint deactivated_follows_follower_uid_fkey FOREIGN KEY (follower_uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deactivated_follows_creator ON deactivated_follows USING btree (creator_uid);

create table deactivated_likes (
  episode_id text not null,
  uid text not null,
  liked_at timestamp(3) with time zone not null,
  constraint deactivated_likes_pkey PRIMARY KEY (episode_id, uid),
  constraint deactivated_likes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint deactivated_likes_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deactivated_likes_person ON deactivated_likes USING btree (uid);

create table declined_credits (
  episode_id text not null,
  uid text not null,
  declined_at timestamp(3) with time zone not null,
  constraint declined_credits_pkey PRIMARY KEY (episode_id, uid),
  constraint declined_credits_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint declined_credits_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX declined_credits_uid ON declined_credits USING btree (uid);

create table demo (
  is_only_row boolean default true not null,
  state text not null,
  salt text not null,
  decided_at timestamp(3) with time zone not null,
  announced_at timestamp(3) with time zone,
  constraint demo_pkey PRIMARY KEY (is_only_row),
  constraint demo_is_only_row_check CHECK (is_only_row),
  constraint demo_salt_check CHECK ((char_length(salt) >= 20)),
  constraint demo_state_check CHECK ((state = ANY (ARRAY['declined'::text, 'filling'::text, 'filled'::text])))
);

create table demo_creators (
  key text not null,
  uid text,
  constraint demo_creators_pkey PRIMARY KEY (key)
);

create table demo_episodes (
  key text not null,
  video_uid text,
  is_done boolean default false not null,
  constraint demo_episodes_pkey PRIMARY KEY (key)
);

create table email_changes (
  uid text not null,
  email text not null,
  token_hash text,
  expires_at timestamp(3) with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (uid),
  constraint email_changes_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint email_changes_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_changes_expires ON email_changes USING btree (expires_at);
CREATE UNIQUE INDEX email_changes_token ON email_changes USING btree (token_hash);

create table ended_shares (
  episode_id text not null,
  share real not null,
  constraint ended_shares_pkey PRIMARY KEY (episode_id),
  constraint ended_shares_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint ended_shares_share_check CHECK (((share >= (0)::double precision) AND (share <= (1)::double precision)))
);

create table episode_credits (
  id text not null,
  episode_id text not null,
  position smallint not null,
  name text not null,
  role text not null,
  uid text,
  asked_at timestamp(3) with time zone,
  accepted_at timestamp(3) with time zone,
  person_deactivated boolean default false not null,
  constraint episode_credits_pkey PRIMARY KEY (id),
  constraint episode_credits_check CHECK (((uid IS NULL) OR (asked_at IS NOT NULL))),
  constraint episode_credits_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint episode_credits_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX episode_credits_episode ON episode_credits USING btree (episode_id, "position");
CREATE INDEX episode_credits_uid ON episode_credits USING btree (uid) WHERE (uid IS NOT NULL);
CREATE TRIGGER episode_credits_paged AFTER UPDATE ON episode_credits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION raise_page_version_of_credits();

create table episode_lines (
  subtitle_id text not null,
  episode_id text not null,
  language text not null,
  starts double precision[] not null,
  ends double precision[] not null,
  texts text[] not null,
  search_text text not null,
  grams text[] generated always as (search_grams(search_text)) stored not null,
  exact_text text default ''::text not null,
  constraint episode_lines_pkey PRIMARY KEY (subtitle_id),
  constraint episode_lines_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE
);
CREATE INDEX episode_lines_episode ON episode_lines USING btree (episode_id);
CREATE INDEX episode_lines_grams ON episode_lines USING gin (grams);

create table episode_stats (
  episode_id text not null,
  views bigint default 0 not null,
  likes bigint default 0 not null,
  comments bigint default 0 not null,
  last_viewed_at timestamp(3) with time zone,
  constraint episode_stats_pkey PRIMARY KEY (episode_id),
  constraint episode_stats_comments_check CHECK ((comments >= 0)),
  constraint episode_stats_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint episode_stats_likes_check CHECK ((likes >= 0)),
  constraint episode_stats_views_check CHECK ((views >= 0))
) with (fillfactor=70);

create table episode_visitors (
  episode_id text not null,
  day date not null,
  visitor bytea not null,
  constraint episode_visitors_pkey PRIMARY KEY (episode_id, day, visitor),
  constraint episode_visitors_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint episode_visitors_visitor_check CHECK ((octet_length(visitor) = 16))
);
CREATE INDEX episode_visitors_day ON episode_visitors USING btree (day);

create table episodes (
  id text not null,
  creator_id text not null,
  video_id text not null,
  title text not null,
  title_lower text generated always as (lower((title COLLATE pg_unicode_fast))) stored not null,
  description text default ''::text not null,
  genre text not null,
  tags text[] default '{}'::text[] not null,
  nsfw boolean default false not null,
  nsfw_reason text default ''::text not null,
  trending boolean default false not null,
  founder_badge boolean default false not null,
  is_playable boolean default false not null,
  published_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  next_video_id text,
  visibility text default 'public'::text not null,
  publish_at timestamp(3) with time zone,
  was_public boolean default true not null,
  audience text generated always as (episode_audience(is_playable, visibility, nsfw, restriction, creator_deactivated, hold)) stored not null,
  comments_open boolean default true not null,
  content_notes text[] default '{}'::text[] not null,
  restriction text,
  creator_deactivated boolean default false not null,
  hold text,
  embed_sites text[],
  frames_open boolean default false not null,
  translations_open boolean default false not null,
  downloads_open boolean default false not null,
  constraint episodes_pkey PRIMARY KEY (id),
  constraint episodes_content_notes_known CHECK ((content_notes <@ ARRAY['gore'::text, 'flashing'::text, 'spoilers'::text, 'loud'::text])),
  constraint episodes_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint episodes_description_check CHECK ((char_length(description) <= 5000)),
  constraint episodes_genre_check CHECK (((char_length(genre) >= 1) AND (char_length(genre) <= 40))),
  constraint episodes_hold_check CHECK ((hold = ANY (ARRAY['check'::text, 'failed'::text, 'person'::text]))),
  constraint episodes_next_video UNIQUE (next_video_id),
  constraint episodes_next_video_check CHECK ((next_video_id <> video_id)),
  constraint episodes_next_video_id_fkey FOREIGN KEY (next_video_id) REFERENCES videos(uid) ON DELETE SET NULL,
  constraint episodes_nsfw_reason_check CHECK ((char_length(nsfw_reason) <= 500)),
  constraint episodes_publish_at_check CHECK (((visibility = 'scheduled'::text) = (publish_at IS NOT NULL))),
  constraint episodes_restriction_check CHECK ((restriction = ANY (ARRAY['limited'::text, 'taken_down'::text]))),
  constraint episodes_tags_check CHECK (((cardinality(tags) <= 20) AND (array_position(tags, NULL::text) IS NULL) AND (array_position(tags, ''::text) IS NULL) AND (array_to_string(tags, '
'::text) !~ '[^\n]{41}'::text))),
  constraint episodes_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120))),
  constraint episodes_video UNIQUE (video_id),
  constraint episodes_video_id_fkey FOREIGN KEY (video_id) REFERENCES videos(uid) ON DELETE CASCADE,
  constraint episodes_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text, 'scheduled'::text]))),
  constraint episodes_was_public_check CHECK ((was_public OR (visibility <> 'public'::text)))
);
CREATE INDEX episodes_creator ON episodes USING btree (creator_id, published_at DESC, id DESC);
CREATE INDEX episodes_trending ON episodes USING btree (id) WHERE trending;
CREATE INDEX episodes_waiting_for_check ON episodes USING btree (id) WHERE (hold = 'check'::text);
CREATE TRIGGER episodes_added_terms AFTER INSERT ON episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_listed_terms();
CREATE TRIGGER episodes_changed AFTER UPDATE ON episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_listings();
CREATE TRIGGER episodes_changed_terms AFTER UPDATE ON episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_listed_terms();
CREATE TRIGGER episodes_counts_gone BEFORE DELETE ON episodes FOR EACH ROW EXECUTE FUNCTION remove_episode_counts();
CREATE TRIGGER episodes_paged_delete AFTER DELETE ON episodes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION raise_page_version();
CREATE TRIGGER episodes_paged_insert AFTER INSERT ON episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION raise_page_version();
CREATE TRIGGER episodes_paged_update AFTER UPDATE ON episodes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION raise_page_version();
CREATE TRIGGER episodes_published AFTER INSERT ON episodes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_listings();
CREATE TRIGGER episodes_removed AFTER DELETE ON episodes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_listings();
CREATE TRIGGER episodes_trending_listed BEFORE INSERT OR UPDATE OF trending, nsfw, is_playable, visibility, restriction, creator_deactivated, hold ON episodes FOR EACH ROW WHEN ((new.trending AND (episode_audience(new.is_playable, new.visibility, new.nsfw, new.restriction, new.creator_deactivated, new.hold) <> 'everyone'::text))) EXECUTE FUNCTION keep_unlisted_from_trending();

create table erased_fonts (
  id text not null,
  format text not null,
  due_at timestamp(3) with time zone not null,
  constraint erased_fonts_pkey PRIMARY KEY (id)
);

create table erasures (
  uid text not null,
  constraint erasures_pkey PRIMARY KEY (uid)
);

create table explore_version (
  version bigint not null,
  is_only boolean default true not null,
  constraint explore_version_pkey PRIMARY KEY (is_only),
  constraint explore_version_is_only_check CHECK (is_only)
) with (fillfactor=50);

create table exports (
  uid text not null,
  requested_at timestamp(3) with time zone not null,
  ready_at timestamp(3) with time zone,
  document text,
  object_id text,
  files jsonb,
  constraint exports_pkey PRIMARY KEY (uid),
  constraint exports_check CHECK (((ready_at IS NULL) = ((document IS NULL) AND (object_id IS NULL)))),
  constraint exports_files_check CHECK (((object_id IS NULL) = (files IS NULL))),
  constraint exports_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX exports_requested ON exports USING btree (requested_at);

create table follow_counts (
  creator_uid text not null,
  followers bigint not null,
  constraint follow_counts_pkey PRIMARY KEY (creator_uid),
  constraint follow_counts_creator_uid_fkey FOREIGN KEY (creator_uid) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint follow_counts_followers_check CHECK ((followers >= 0))
) with (fillfactor=70);

create table following_feeds (
  uid text not null,
  seed bytea not null,
  key_hash bytea not null,
  made_at timestamp(3) with time zone not null,
  constraint following_feeds_pkey PRIMARY KEY (uid),
  constraint following_feeds_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint following_feeds_key_hash_key UNIQUE (key_hash),
  constraint following_feeds_seed_check CHECK ((octet_length(seed) = 32)),
  constraint following_feeds_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);

create table following_visits (
  uid text not null,
  seen_at timestamp(3) with time zone,
  visited_at timestamp(3) with time zone not null,
  constraint following_visits_pkey PRIMARY KEY (uid),
  constraint following_visits_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);

create table follows (
  follower_uid text not null,
  creator_uid text not null,
  followed_at timestamp(3) with time zone not null,
  notification_id text,
  constraint follows_pkey PRIMARY KEY (follower_uid, creator_uid),
  constraint follows_check CHECK ((follower_uid <> creator_uid)),
  constraint follows_creator_uid_fkey FOREIGN KEY (creator_uid) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint follows_follower_uid_fkey FOREIGN KEY (follower_uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint follows_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE SET NULL
);
CREATE INDEX follows_creator ON follows USING btree (creator_uid, follower_uid);
CREATE INDEX follows_group ON follows USING btree (notification_id, followed_at DESC) WHERE (notification_id IS NOT NULL);
CREATE INDEX follows_newest ON follows USING btree (follower_uid, followed_at DESC, creator_uid DESC);
CREATE TRIGGER follows_added AFTER INSERT ON follows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER follows_removed AFTER DELETE ON follows REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER follows_ungrouped AFTER DELETE ON follows REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION shrink_follower_groups();

create table frame_analyses (
  video_uid text not null,
  state text not null,
  frames integer default 0 not null,
  drawings integer[] default '{}'::integer[] not null,
  flashes jsonb default '[]'::jsonb not null,
  flashes_per_second smallint[] default '{}'::smallint[] not null,
  analysed_at timestamp(3) with time zone not null,
  frame_times integer[],
  cuts integer[],
  changes smallint[],
  outdated_at timestamp(3) with time zone,
  constraint frame_analyses_pkey PRIMARY KEY (video_uid),
  constraint frame_analyses_state_check CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text]))),
  constraint frame_analyses_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);

create table image_check_frames (
  video_uid text not null,
  number smallint not null,
  at_seconds real,
  scores jsonb not null,
  picture bytea,
  constraint image_check_frames_pkey PRIMARY KEY (video_uid, number),
  constraint image_check_frames_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES image_checks(video_uid) ON DELETE CASCADE
);

create table image_checks (
  video_uid text not null,
  episode_id text not null,
  service text not null,
  outcome text not null,
  class text,
  score real,
  at_seconds real,
  failure text,
  attempts smallint default 1 not null,
  checked_at timestamp(3) with time zone not null,
  chosen_poster text,
  constraint image_checks_pkey PRIMARY KEY (video_uid),
  constraint image_checks_check CHECK (((outcome = 'failed'::text) = (failure IS NOT NULL))),
  constraint image_checks_check1 CHECK ((((outcome = 'failed'::text) = (class IS NULL)) AND ((class IS NULL) = (score IS NULL)))),
  constraint image_checks_class_check CHECK (((char_length(class) >= 1) AND (char_length(class) <= 40))),
  constraint image_checks_outcome_check CHECK ((outcome = ANY (ARRAY['clean'::text, 'flagged'::text, 'failed'::text]))),
  constraint image_checks_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
  constraint image_checks_service_check CHECK ((service = ANY (ARRAY['http'::text, 'embedded'::text]))),
  constraint image_checks_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX image_checks_episode ON image_checks USING btree (episode_id);

create table imported_things (
  uid text not null,
  kind text not null,
  source_id text not null,
  import_id text not null,
  row_id text,
  code text,
  constraint imported_things_pkey PRIMARY KEY (uid, kind, source_id),
  constraint imported_things_check CHECK (((row_id IS NULL) <> (code IS NULL))),
  constraint imported_things_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'episode'::text, 'series'::text, 'subtitles'::text]))),
  constraint imported_things_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);

create table imports (
  uid text not null,
  id text not null,
  requested_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  problem text,
  report jsonb not null,
  constraint imports_pkey PRIMARY KEY (uid),
  constraint imports_check CHECK (((problem IS NULL) OR (ended_at IS NOT NULL))),
  constraint imports_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX imports_ended ON imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);

create table installation (
  is_only_row boolean default true not null,
  id text not null,
  constraint installation_pkey PRIMARY KEY (is_only_row),
  constraint installation_id_check CHECK ((char_length(id) >= 20)),
  constraint installation_is_only_row_check CHECK (is_only_row)
);

create table integrity_checks (
  id text not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  problem text,
  row_count integer,
  name_count integer,
  missing_count integer,
  different_count integer,
  stray_count integer,
  findings jsonb,
  constraint integrity_checks_pkey PRIMARY KEY (id),
  constraint integrity_checks_different_count_check CHECK ((different_count >= 0)),
  constraint integrity_checks_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text)),
  constraint integrity_checks_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 64))),
  constraint integrity_checks_missing_count_check CHECK ((missing_count >= 0)),
  constraint integrity_checks_name_count_check CHECK ((name_count >= 0)),
  constraint integrity_checks_problem_check CHECK ((char_length(problem) <= 1000)),
  constraint integrity_checks_row_count_check CHECK ((row_count >= 0)),
  constraint integrity_checks_stray_count_check CHECK ((stray_count >= 0))
);

create table invitations (
  id text not null,
  code_hash text not null,
  uses integer not null,
  uses_left integer not null,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_check CHECK (((uses_left >= 0) AND (uses_left <= uses))),
  constraint invitations_code_hash_key UNIQUE (code_hash),
  constraint invitations_uses_check CHECK (((uses >= 1) AND (uses <= 1000)))
);

create table likes (
  episode_id text not null,
  uid text not null,
  liked_at timestamp(3) with time zone not null,
  day date generated always as (((liked_at AT TIME ZONE 'UTC'::text))::date) stored not null,
  constraint likes_pkey PRIMARY KEY (episode_id, uid),
  constraint likes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint likes_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX likes_person ON likes USING btree (uid);
CREATE TRIGGER likes_added AFTER INSERT ON likes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_for_the_day();
CREATE TRIGGER likes_gone AFTER DELETE ON likes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_for_the_day();

create table listed_counts (
  genre_key text not null,
  trending boolean not null,
  episodes integer not null,
  constraint listed_counts_pkey PRIMARY KEY (genre_key, trending)
);

create table listed_creators (
  creator_letters bigint not null,
  episodes integer not null,
  creator_key text not null,
  creator_id text not null,
  constraint listed_creators_pkey PRIMARY KEY (creator_id)
);

create table listed_episodes (
  title_letters bigint not null,
  text_letters bigint not null,
  creator_letters bigint not null,
  published_at timestamp(3) with time zone not null,
  trending boolean not null,
  creator_key text not null,
  title_key text not null,
  search_text text not null,
  genre_key text not null,
  episode_id text not null,
  creator_id text not null,
  exact_text text default ''::text not null,
  constraint listed_episodes_pkey PRIMARY KEY (episode_id),
  constraint listed_episodes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX listed_episodes_creator ON listed_episodes USING btree (creator_id, published_at DESC, episode_id DESC);
CREATE INDEX listed_episodes_genre ON listed_episodes USING btree (genre_key, published_at DESC, episode_id DESC);
CREATE INDEX listed_episodes_genre_title ON listed_episodes USING btree (genre_key, title_key, episode_id);
CREATE INDEX listed_episodes_genre_trending ON listed_episodes USING btree (genre_key, published_at DESC, episode_id DESC) WHERE trending;
CREATE INDEX listed_episodes_grams ON listed_episodes USING gin (search_grams(((search_text || '
'::text) || creator_key))) WITH (fastupdate=off);
CREATE INDEX listed_episodes_newest ON listed_episodes USING btree (published_at DESC, episode_id DESC);
CREATE INDEX listed_episodes_title ON listed_episodes USING btree (title_key, episode_id);
CREATE INDEX listed_episodes_trending ON listed_episodes USING btree (published_at DESC, episode_id DESC) WHERE trending;

create table listed_terms (
  share real not null,
  lot integer not null,
  term_key text not null,
  episode_id text not null,
  creator_id text not null,
  constraint listed_terms_pkey PRIMARY KEY (episode_id, term_key),
  constraint listed_terms_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE
);
CREATE INDEX listed_terms_best ON listed_terms USING btree (term_key, share DESC, lot, episode_id) INCLUDE (creator_id);

create table listed_words (
  word text not null,
  episodes integer not null,
  constraint listed_words_pkey PRIMARY KEY (word)
);
CREATE INDEX listed_words_near ON listed_words USING gin (word_deletions(word)) WITH (fastupdate=off);

create table mail_days (
  day date not null,
  sent integer not null,
  constraint mail_days_pkey PRIMARY KEY (day),
  constraint mail_days_sent_check CHECK ((sent > 0))
);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table moderation_appeals (
  id text not null,
  decision_id text not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  outcome text,
  answer text default ''::text not null,
  answered_by text,
  answered_at timestamp(3) with time zone,
  announced_at timestamp(3) with time zone,
  constraint moderation_appeals_pkey PRIMARY KEY (id),
  constraint moderation_appeals_answer_check CHECK ((char_length(answer) <= 1000)),
  constraint moderation_appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_appeals_check CHECK (((outcome IS NULL) = (answered_at IS NULL))),
  constraint moderation_appeals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decisions(id) ON DELETE CASCADE,
  constraint moderation_appeals_decision_id_key UNIQUE (decision_id),
  constraint moderation_appeals_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'reversed'::text]))),
  constraint moderation_appeals_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000)))
);
CREATE INDEX moderation_appeals_answered ON moderation_appeals USING btree (answered_by) WHERE (answered_by IS NOT NULL);

create table moderation_decisions (
  id text not null,
  item_id text not null,
  owner_uid text not null,
  decided_by text,
  decision text not null,
  rule text,
  label text,
  reason text not null,
  note text not null,
  until timestamp(3) with time zone,
  state text not null,
  before jsonb not null,
  title text not null,
  created_at timestamp(3) with time zone not null,
  announced_at timestamp(3) with time zone,
  cleaned_at timestamp(3) with time zone,
  constraint moderation_decisions_pkey PRIMARY KEY (id),
  constraint moderation_decisions_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint moderation_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_decisions_decision_check CHECK ((decision = ANY (ARRAY['leave'::text, 'nsfw'::text, 'limit'::text, 'takedown'::text, 'hide'::text, 'warn'::text, 'suspend'::text]))),
  constraint moderation_decisions_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation_items(id),
  constraint moderation_decisions_note_check CHECK ((char_length(note) <= 1000)),
  constraint moderation_decisions_owner_uid_fkey FOREIGN KEY (owner_uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint moderation_decisions_reason_check CHECK ((char_length(reason) <= 1000)),
  constraint moderation_decisions_state_check CHECK ((state = ANY (ARRAY['awaiting_second'::text, 'replaced'::text, 'final'::text, 'undone'::text, 'reversed'::text])))
);
CREATE INDEX moderation_decisions_created ON moderation_decisions USING btree (created_at);
CREATE INDEX moderation_decisions_decider ON moderation_decisions USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX moderation_decisions_item ON moderation_decisions USING btree (item_id, created_at);
CREATE INDEX moderation_decisions_owner ON moderation_decisions USING btree (owner_uid, created_at DESC, id);
CREATE INDEX moderation_decisions_takedowns ON moderation_decisions USING btree (created_at) WHERE ((decision = 'takedown'::text) AND (cleaned_at IS NULL));

create table moderation_items (
  id text not null,
  subject_kind text not null,
  subject_id text not null,
  kinds text[] not null,
  state text not null,
  rank smallint not null,
  opened_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  claimed_by text,
  claimed_until timestamp(3) with time zone,
  suggestion jsonb,
  failure text,
  second_asked_by text,
  second_note text default ''::text not null,
  word text,
  constraint moderation_items_pkey PRIMARY KEY (id),
  constraint moderation_items_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint moderation_items_check1 CHECK (((state = 'closed'::text) = (kinds = '{}'::text[]))),
  constraint moderation_items_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_items_failure_check CHECK ((char_length(failure) <= 200)),
  constraint moderation_items_kinds_check CHECK ((kinds <@ ARRAY['suggestion'::text, 'report'::text, 'comment'::text, 'appeal'::text])),
  constraint moderation_items_rank_check CHECK (((rank >= 0) AND (rank <= 2))),
  constraint moderation_items_second_asked_by_fkey FOREIGN KEY (second_asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_items_second_note_check CHECK ((char_length(second_note) <= 1000)),
  constraint moderation_items_state_check CHECK ((state = ANY (ARRAY['open'::text, 'awaiting_second'::text, 'closed'::text]))),
  constraint moderation_items_subject UNIQUE (subject_kind, subject_id),
  constraint moderation_items_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['episode'::text, 'comment'::text, 'note'::text, 'subtitle'::text, 'creator'::text]))),
  constraint moderation_items_suggestion_check CHECK ((jsonb_typeof(suggestion) = 'object'::text)),
  constraint moderation_items_word_check CHECK ((char_length(word) <= 60))
);
CREATE INDEX moderation_items_appeals ON moderation_items USING btree (rank, opened_at, id) WHERE ('appeal'::text = ANY (kinds));
CREATE INDEX moderation_items_claims ON moderation_items USING btree (claimed_by) WHERE (claimed_by IS NOT NULL);
CREATE INDEX moderation_items_closed ON moderation_items USING btree (closed_at, id) WHERE (state = 'closed'::text);
CREATE INDEX moderation_items_comments ON moderation_items USING btree (rank, opened_at, id) WHERE ('comment'::text = ANY (kinds));
CREATE INDEX moderation_items_queue ON moderation_items USING btree (rank, opened_at, id) WHERE (state <> 'closed'::text);
CREATE INDEX moderation_items_reports ON moderation_items USING btree (rank, opened_at, id) WHERE ('report'::text = ANY (kinds));
CREATE INDEX moderation_items_second ON moderation_items USING btree (second_asked_by) WHERE (second_asked_by IS NOT NULL);
CREATE INDEX moderation_items_suggestions ON moderation_items USING btree (rank, opened_at, id) WHERE ('suggestion'::text = ANY (kinds));
CREATE INDEX moderation_items_waiting ON moderation_items USING btree (rank) WHERE (state <> 'closed'::text);

create table moderation_quarters (
  starts_on date not null,
  counts jsonb not null,
  counted_at timestamp(3) with time zone not null,
  constraint moderation_quarters_pkey PRIMARY KEY (starts_on),
  constraint moderation_quarters_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text)),
  constraint moderation_quarters_starts_on_check CHECK (((EXTRACT(day FROM starts_on) = (1)::numeric) AND (EXTRACT(month FROM starts_on) = ANY (ARRAY[(1)::numeric, (4)::numeric, (7)::numeric, (10)::numeric]))))
);

create table mp4_files (
  rendition_id text not null,
  video_uid text not null,
  name text not null,
  size_bytes bigint not null,
  parts jsonb not null,
  constraint mp4_files_pkey PRIMARY KEY (rendition_id),
  constraint mp4_files_name_key UNIQUE (name),
  constraint mp4_files_parts_check CHECK ((jsonb_array_length(parts) >= 1)),
  constraint mp4_files_rendition_id_fkey FOREIGN KEY (rendition_id) REFERENCES renditions(id) ON DELETE CASCADE,
  constraint mp4_files_size_bytes_check CHECK ((size_bytes > 0)),
  constraint mp4_files_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);
CREATE INDEX mp4_files_video ON mp4_files USING btree (video_uid);
CREATE TRIGGER mp4_files_paged AFTER INSERT ON mp4_files FOR EACH STATEMENT EXECUTE FUNCTION raise_page_version_of_files();

create table muted_accounts (
  uid text not null,
  muted_uid text not null,
  muted_at timestamp(3) with time zone not null,
  constraint muted_accounts_pkey PRIMARY KEY (uid, muted_uid),
  constraint muted_accounts_check CHECK ((uid <> muted_uid)),
  constraint muted_accounts_muted_uid_fkey FOREIGN KEY (muted_uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint muted_accounts_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX muted_accounts_muted ON muted_accounts USING btree (muted_uid);

create table nodes (
  id text not null,
  name text not null,
  role text not null,
  version text not null,
  started_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 253))),
  constraint nodes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text]))),
  constraint nodes_version_check CHECK (((char_length(version) >= 1) AND (char_length(version) <= 100)))
);

create table notification_settings (
  uid text not null,
  episode boolean default true not null,
  reply boolean default true not null,
  comment boolean default true not null,
  milestone boolean default true not null,
  follower boolean default true not null,
  decision boolean default true not null,
  digest text default 'off'::text not null,
  digest_at timestamp(3) with time zone,
  digest_position bigint default 0 not null,
  subtitle boolean default true not null,
  constraint notification_settings_pkey PRIMARY KEY (uid),
  constraint notification_settings_digest_check CHECK ((digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text]))),
  constraint notification_settings_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_settings_digest ON notification_settings USING btree (uid) WHERE (digest <> 'off'::text);

create table notifications (
  id text not null,
  position bigint default nextval('notification_positions'::regclass) not null,
  recipient_uid text not null,
  kind text not null,
  created_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  comment_id text,
  episode_id text,
  count bigint default 1 not null,
  decision jsonb,
  subtitle_id text,
  review jsonb,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_check CHECK (((kind = ANY (ARRAY['reply'::text, 'comment'::text])) = (comment_id IS NOT NULL))),
  constraint notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notifications_count_check CHECK ((count >= 0)),
  constraint notifications_decision_check CHECK ((jsonb_typeof(decision) = 'object'::text)),
  constraint notifications_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES announced_episodes(episode_id) ON DELETE CASCADE,
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['episode'::text, 'reply'::text, 'comment'::text, 'milestone'::text, 'follower'::text, 'decision'::text, 'subtitle'::text]))),
  constraint notifications_of_decision CHECK (((kind = 'decision'::text) = (decision IS NOT NULL))),
  constraint notifications_of_episode CHECK (((kind = ANY (ARRAY['episode'::text, 'reply'::text, 'comment'::text, 'milestone'::text, 'subtitle'::text])) = (episode_id IS NOT NULL))),
  constraint notifications_of_review CHECK (((review IS NULL) OR (kind = 'subtitle'::text))),
  constraint notifications_of_subtitle CHECK (((kind = 'subtitle'::text) = (subtitle_id IS NOT NULL))),
  constraint notifications_recipient_uid_fkey FOREIGN KEY (recipient_uid) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_review_check CHECK ((jsonb_typeof(review) = 'object'::text)),
  constraint notifications_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES subtitles(id) ON DELETE CASCADE
);
CREATE INDEX notifications_comment ON notifications USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX notifications_created ON notifications USING btree (created_at);
CREATE UNIQUE INDEX notifications_follower_group ON notifications USING btree (recipient_uid) WHERE ((kind = 'follower'::text) AND (read_at IS NULL));
CREATE INDEX notifications_list ON notifications USING btree (recipient_uid, "position" DESC);
CREATE UNIQUE INDEX notifications_once ON notifications USING btree (episode_id, recipient_uid, kind, count, comment_id, (
CASE kind
    WHEN 'subtitle'::text THEN id
    ELSE NULL::text
END)) NULLS NOT DISTINCT WHERE (episode_id IS NOT NULL);
CREATE INDEX notifications_subtitle ON notifications USING btree (subtitle_id) WHERE (subtitle_id IS NOT NULL);
CREATE INDEX notifications_unread ON notifications USING btree (recipient_uid, episode_id) WHERE (read_at IS NULL);
CREATE UNIQUE INDEX notifications_unread_subtitle ON notifications USING btree (recipient_uid, subtitle_id) WHERE ((kind = 'subtitle'::text) AND (read_at IS NULL));

create table page_version (
  is_only_row boolean default true not null,
  version bigint not null,
  constraint page_version_pkey PRIMARY KEY (is_only_row),
  constraint page_version_is_only_row_check CHECK (is_only_row)
) with (fillfactor=10);

create table parted_uploads (
  video_uid text not null,
  write_id text not null,
  upload_id text,
  received_bytes bigint default 0 not null,
  constraint parted_uploads_pkey PRIMARY KEY (video_uid),
  constraint parted_uploads_received_bytes_check CHECK ((received_bytes >= 0)),
  constraint parted_uploads_upload_id_check CHECK (((char_length(upload_id) >= 1) AND (char_length(upload_id) <= 4096))),
  constraint parted_uploads_video_uid_check CHECK (((char_length(video_uid) >= 1) AND (char_length(video_uid) <= 64))),
  constraint parted_uploads_write_id_check CHECK (((char_length(write_id) >= 1) AND (char_length(write_id) <= 64)))
);

create table passkeys (
  id text not null,
  user_id text not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint default 0 not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

create table paused_histories (
  uid text not null,
  paused_at timestamp(3) with time zone not null,
  constraint paused_histories_pkey PRIMARY KEY (uid),
  constraint paused_histories_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);

create table plays (
  id text not null,
  episode_id text not null,
  kind text not null,
  visitor_hash bytea not null,
  visit_id text not null,
  played_at timestamp(3) with time zone not null,
  day date generated always as (((played_at AT TIME ZONE 'UTC'::text))::date) stored not null,
  is_own boolean default false not null,
  source text,
  host text,
  constraint plays_pkey PRIMARY KEY (id),
  constraint plays_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint plays_host_check CHECK (((host IS NULL) OR ((source = ANY (ARRAY['outside'::text, 'embed'::text])) AND ((char_length(host) >= 1) AND (char_length(host) <= 253))))),
  constraint plays_kind_check CHECK ((kind = ANY (ARRAY['watch'::text, 'preview'::text]))),
  constraint plays_source_check CHECK ((source = ANY (ARRAY['landing'::text, 'explore'::text, 'search'::text, 'profile'::text, 'next'::text, 'series'::text, 'embed'::text, 'outside'::text]))),
  constraint plays_visit_id_check CHECK ((visit_id ~ '^[0-9A-Za-z_-]{1,64}$'::text)),
  constraint plays_visitor_hash_check CHECK ((octet_length(visitor_hash) = 16))
);
CREATE UNIQUE INDEX plays_visit ON plays USING btree (episode_id, visit_id);
CREATE UNIQUE INDEX plays_watch ON plays USING btree (episode_id, visitor_hash) WHERE (kind = 'watch'::text);
CREATE TRIGGER plays_added AFTER INSERT ON plays REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_plays_for_the_day();

create table rate_limits (
  key text not null,
  used integer not null,
  ends_at timestamp(3) with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key),
  constraint rate_limits_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint rate_limits_used_check CHECK ((used >= 0))
);
CREATE INDEX rate_limits_ends_at ON rate_limits USING btree (ends_at);

create table renditions (
  id text not null,
  video_uid text not null,
  origin text not null,
  width integer not null,
  height integer not null,
  codecs text not null,
  peak_bandwidth bigint not null,
  average_bandwidth bigint not null,
  frame_rate double precision not null,
  size_bytes bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  segment_frames integer[],
  file_names text[],
  constraint renditions_pkey PRIMARY KEY (id),
  constraint renditions_file_names_check CHECK ((cardinality(file_names) >= 3)),
  constraint renditions_origin_check CHECK ((origin = ANY (ARRAY['copy'::text, 'encode'::text]))),
  constraint renditions_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX renditions_video ON renditions USING btree (video_uid, height, width);

create table reports (
  id text not null,
  number bigint not null,
  item_id text not null,
  reporter_uid text,
  email text,
  reason text not null,
  details text not null,
  at_seconds double precision,
  created_at timestamp(3) with time zone not null,
  outcome text,
  closed_at timestamp(3) with time zone,
  decision_id text,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_at_seconds_check CHECK (((at_seconds >= (0)::double precision) AND (at_seconds <= (86400)::double precision))),
  constraint reports_check CHECK (((reporter_uid IS NULL) OR (email IS NULL))),
  constraint reports_check1 CHECK (((outcome IS NULL) = (closed_at IS NULL))),
  constraint reports_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES moderation_decisions(id) ON DELETE SET NULL,
  constraint reports_details_check CHECK ((char_length(details) <= 1000)),
  constraint reports_email_check CHECK ((char_length(email) <= 254)),
  constraint reports_item_id_fkey FOREIGN KEY (item_id) REFERENCES moderation_items(id),
  constraint reports_number_key UNIQUE (number),
  constraint reports_reporter_uid_fkey FOREIGN KEY (reporter_uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reports_created ON reports USING btree (created_at);
CREATE INDEX reports_decision ON reports USING btree (decision_id) WHERE (decision_id IS NOT NULL);
CREATE INDEX reports_item ON reports USING btree (item_id, number);
CREATE UNIQUE INDEX reports_once ON reports USING btree (reporter_uid, item_id) WHERE ((closed_at IS NULL) AND (reporter_uid IS NOT NULL));
CREATE INDEX reports_open ON reports USING btree (created_at) WHERE (closed_at IS NULL);
CREATE INDEX reports_own ON reports USING btree (reporter_uid, number DESC) WHERE (reporter_uid IS NOT NULL);

create table retention (
  episode_id text not null,
  seconds integer[] not null,
  constraint retention_pkey PRIMARY KEY (episode_id),
  constraint retention_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE
);

create table retired_renditions (
  id text not null,
  video_uid text not null,
  retired_at timestamp(3) with time zone not null,
  constraint retired_renditions_pkey PRIMARY KEY (id),
  constraint retired_renditions_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);
CREATE INDEX retired_renditions_video ON retired_renditions USING btree (video_uid);

create table series (
  id text not null,
  creator_id text not null,
  title text not null,
  description text default ''::text not null,
  poster_url text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint series_pkey PRIMARY KEY (id),
  constraint series_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint series_description_check CHECK ((char_length(description) <= 1000)),
  constraint series_poster_url_check CHECK ((char_length(poster_url) <= 500)),
  constraint series_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120)))
);
CREATE INDEX series_creator ON series USING btree (creator_id, created_at DESC, id DESC);

create table series_arcs (
  series_id text not null,
  first_position integer not null,
  last_position integer not null,
  title text not null,
  constraint series_arcs_pkey PRIMARY KEY (series_id, first_position),
  constraint series_arcs_check CHECK (((first_position >= 1) AND (first_position <= last_position))),
  constraint series_arcs_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON DELETE CASCADE,
  constraint series_arcs_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80)))
);

create table series_episodes (
  episode_id text not null,
  series_id text not null,
  position integer not null,
  is_cover boolean default false not null,
  constraint series_episodes_pkey PRIMARY KEY (episode_id),
  constraint series_episodes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint series_episodes_position UNIQUE (series_id, "position"),
  constraint series_episodes_position_check CHECK (("position" > 0)),
  constraint series_episodes_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX series_episodes_cover ON series_episodes USING btree (series_id) WHERE is_cover;

create table service_videos (
  video_uid text not null,
  meta json not null,
  allowed_origins text[] default '{}'::text[] not null,
  thumbnail_share double precision,
  creator text,
  upload_metadata text,
  constraint service_videos_pkey PRIMARY KEY (video_uid),
  constraint service_videos_creator_check CHECK (((char_length(creator) >= 1) AND (char_length(creator) <= 64))),
  constraint service_videos_meta_check CHECK ((json_typeof(meta) = 'object'::text)),
  constraint service_videos_thumbnail_share_check CHECK (((thumbnail_share >= (0)::double precision) AND (thumbnail_share <= (1)::double precision))),
  constraint service_videos_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);

create table sessions (
  id text not null,
  token text not null,
  user_id text not null,
  expires_at timestamp(3) with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  signed_in_at timestamp(3) with time zone default now() not null,
  device text,
  last_seen_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_device_check CHECK ((char_length(device) <= 60)),
  constraint sessions_ip_address_check CHECK ((ip_address IS NULL)),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_agent_check CHECK ((user_agent IS NULL)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION announce_ended_sessions();

create table site_settings (
  is_only_row boolean default true not null,
  announcement text default ''::text not null,
  sign_up text default 'open'::text not null,
  moderation text,
  comment_policy text default 'open'::text not null,
  constraint site_settings_pkey PRIMARY KEY (is_only_row),
  constraint site_settings_announcement_check CHECK ((char_length(announcement) <= 300)),
  constraint site_settings_comment_policy_check CHECK ((comment_policy = ANY (ARRAY['open'::text, 'hold_links'::text, 'hold_all'::text, 'closed'::text]))),
  constraint site_settings_is_only_row_check CHECK (is_only_row),
  constraint site_settings_moderation_check CHECK ((moderation = ANY (ARRAY['flag'::text, 'hold'::text]))),
  constraint site_settings_sign_up_check CHECK ((sign_up = ANY (ARRAY['open'::text, 'invite'::text, 'closed'::text])))
);

create table site_words (
  id text not null,
  word text not null,
  normal_form text not null,
  action text not null,
  places text[] not null,
  created_at timestamp(3) with time zone not null,
  constraint site_words_pkey PRIMARY KEY (id),
  constraint site_words_action_check CHECK ((action = ANY (ARRAY['hold'::text, 'refuse'::text]))),
  constraint site_words_normal_form_key UNIQUE (normal_form),
  constraint site_words_places_check CHECK (((places <@ ARRAY['comment'::text, 'title'::text, 'name'::text]) AND (places <> '{}'::text[]))),
  constraint site_words_word_check CHECK (((char_length(word) >= 1) AND (char_length(word) <= 60)))
);

create table subtitle_fonts (
  id text not null,
  subtitle_id text not null,
  author_uid text,
  names text[] not null,
  format text not null,
  size_bytes integer not null,
  is_licensed boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint subtitle_fonts_pkey PRIMARY KEY (id),
  constraint subtitle_fonts_author_uid_fkey FOREIGN KEY (author_uid) REFERENCES users(id) ON DELETE SET NULL,
  constraint subtitle_fonts_format_check CHECK ((format = ANY (ARRAY['ttf'::text, 'otf'::text]))),
  constraint subtitle_fonts_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES subtitles(id) ON DELETE CASCADE
);
CREATE INDEX subtitle_fonts_author ON subtitle_fonts USING btree (author_uid) INCLUDE (size_bytes) WHERE (author_uid IS NOT NULL);
CREATE INDEX subtitle_fonts_subtitle ON subtitle_fonts USING btree (subtitle_id, created_at, id);
CREATE TRIGGER subtitle_fonts_note_erased AFTER DELETE ON subtitle_fonts FOR EACH ROW EXECUTE FUNCTION note_erased_font();

create table subtitle_sources (
  video_uid text not null,
  taken_at timestamp(3) with time zone not null,
  constraint subtitle_sources_pkey PRIMARY KEY (video_uid),
  constraint subtitle_sources_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);

create table subtitle_versions (
  subtitle_id text not null,
  number integer not null,
  author_uid text,
  format text not null,
  text text not null,
  size_bytes integer not null,
  cues integer not null,
  added integer not null,
  removed integer not null,
  created_at timestamp(3) with time zone not null,
  warnings jsonb,
  constraint subtitle_versions_pkey PRIMARY KEY (subtitle_id, number),
  constraint subtitle_versions_author_uid_fkey FOREIGN KEY (author_uid) REFERENCES users(id) ON DELETE SET NULL,
  constraint subtitle_versions_format_check CHECK ((format = ANY (ARRAY['vtt'::text, 'srt'::text, 'ass'::text]))),
  constraint subtitle_versions_subtitle_id_fkey FOREIGN KEY (subtitle_id) REFERENCES subtitles(id) ON DELETE CASCADE
);
CREATE INDEX subtitle_versions_author ON subtitle_versions USING btree (author_uid) INCLUDE (size_bytes) WHERE (author_uid IS NOT NULL);

create table subtitles (
  id text not null,
  episode_id text not null,
  author_uid text,
  language text not null,
  kind text not null,
  label text not null,
  state text not null,
  words text,
  version integer not null,
  approved_version integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  from_file boolean default false not null,
  author_deactivated boolean default false not null,
  hidden_by_moderator boolean default false not null,
  constraint subtitles_pkey PRIMARY KEY (id),
  constraint subtitles_author_uid_fkey FOREIGN KEY (author_uid) REFERENCES users(id) ON DELETE SET NULL,
  constraint subtitles_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint subtitles_kind_check CHECK ((kind = ANY (ARRAY['subtitles'::text, 'captions'::text, 'signs'::text]))),
  constraint subtitles_language_check CHECK (((char_length(language) >= 2) AND (char_length(language) <= 35))),
  constraint subtitles_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'changes'::text, 'approved'::text, 'declined'::text])))
);
CREATE INDEX subtitles_author ON subtitles USING btree (author_uid) WHERE (author_uid IS NOT NULL);
CREATE INDEX subtitles_episode ON subtitles USING btree (episode_id, created_at, id);

create table support_click_days (
  creator_id text not null,
  day date not null,
  url text not null,
  clicks integer not null,
  constraint support_click_days_pkey PRIMARY KEY (creator_id, day, url),
  constraint support_click_days_clicks_check CHECK ((clicks > 0)),
  constraint support_click_days_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint support_click_days_url_check CHECK ((char_length(url) <= 500))
);

create table support_clicks (
  creator_id text not null,
  url text not null,
  day date not null,
  visitor_hash text not null,
  constraint support_clicks_pkey PRIMARY KEY (creator_id, url, day, visitor_hash),
  constraint support_clicks_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint support_clicks_url_check CHECK ((char_length(url) <= 500)),
  constraint support_clicks_visitor_hash_check CHECK ((char_length(visitor_hash) = 32))
);
CREATE INDEX support_clicks_day ON support_clicks USING btree (day);

create table support_links (
  creator_id text not null,
  url text not null,
  label text not null,
  position smallint not null,
  verified_at timestamp(3) with time zone,
  constraint support_links_pkey PRIMARY KEY (creator_id, url),
  constraint support_links_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES creators(uid) ON DELETE CASCADE,
  constraint support_links_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 40))),
  constraint support_links_position UNIQUE (creator_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint support_links_position_check CHECK ((("position" >= 1) AND ("position" <= 5))),
  constraint support_links_url_check CHECK (((char_length(url) <= 500) AND (url ~ '^https?://.'::text)))
);

create table text_tracks (
  id text not null,
  video_uid text not null,
  position integer not null,
  source text not null,
  language text not null,
  name text not null,
  kind text not null,
  constraint text_tracks_pkey PRIMARY KEY (id),
  constraint text_tracks_kind_check CHECK ((kind = ANY (ARRAY['subtitles'::text, 'captions'::text, 'signs'::text]))),
  constraint text_tracks_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES videos(uid) ON DELETE CASCADE
);
CREATE INDEX text_tracks_video ON text_tracks USING btree (video_uid, "position");

create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp(3) with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX two_factors_user ON two_factors USING btree (user_id);

create table upload_parts (
  video_uid text not null,
  number integer not null,
  tag text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  constraint upload_parts_pkey PRIMARY KEY (video_uid, number),
  constraint upload_parts_number_check CHECK (((number >= 1) AND (number <= 10000))),
  constraint upload_parts_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint upload_parts_size_bytes_check CHECK ((size_bytes > 0)),
  constraint upload_parts_tag_check CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 1024))),
  constraint upload_parts_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES parted_uploads(video_uid) ON DELETE CASCADE
);

create table upload_quotas (
  creator_id text not null,
  quota_bytes bigint not null,
  constraint upload_quotas_pkey PRIMARY KEY (creator_id),
  constraint upload_quotas_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint upload_quotas_quota_bytes_check CHECK ((quota_bytes >= 0))
);

create table upload_tails (
  video_uid text not null,
  first_byte bigint not null,
  id text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  constraint upload_tails_pkey PRIMARY KEY (video_uid, first_byte),
  constraint upload_tails_first_byte_check CHECK ((first_byte >= 0)),
  constraint upload_tails_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 64))),
  constraint upload_tails_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint upload_tails_size_bytes_check CHECK ((size_bytes > 0)),
  constraint upload_tails_video_uid_fkey FOREIGN KEY (video_uid) REFERENCES parted_uploads(video_uid) ON DELETE CASCADE
);

create table users (
  id text not null,
  email text not null,
  role text default 'viewer'::text not null,
  name text default ''::text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  is_creator boolean default false not null,
  suspended_until timestamp(3) with time zone,
  suspension_reason text default ''::text not null,
  two_factor_enabled boolean default false not null,
  is_adult boolean default false not null,
  shows_nsfw boolean default false not null,
  erase_at timestamp(3) with time zone,
  theme text default 'system'::text not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint users_email_key UNIQUE (email),
  constraint users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'creator'::text, 'moderator'::text, 'admin'::text]))),
  constraint users_shows_nsfw_to_adults CHECK ((is_adult OR (NOT shows_nsfw))),
  constraint users_suspension_reason CHECK (((char_length(suspension_reason) <= 1000) AND ((suspended_until IS NULL) = (suspension_reason = ''::text)))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'dark'::text, 'light'::text])))
);
CREATE INDEX users_newest ON users USING btree (created_at, id);
CREATE INDEX users_staff ON users USING btree (role) WHERE (role = ANY (ARRAY['moderator'::text, 'admin'::text]));
CREATE INDEX users_to_erase ON users USING btree (erase_at, id) WHERE (erase_at IS NOT NULL);
CREATE TRIGGER users_creator BEFORE INSERT OR UPDATE OF role ON users FOR EACH ROW WHEN ((new.role = 'creator'::text)) EXECUTE FUNCTION mark_creator();

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_expires ON verifications USING btree (expires_at);
CREATE UNIQUE INDEX verifications_identifier ON verifications USING btree (identifier);
CREATE INDEX verifications_value ON verifications USING btree (value);

create table videos (
  uid text not null,
  creator_id text,
  name text not null,
  size_bytes bigint not null,
  state text default 'pendingupload'::text not null,
  step text default ''::text not null,
  percent_complete smallint default 0 not null,
  reason_code text,
  upload_key_hash bytea,
  upload_expires_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone,
  probed_at timestamp(3) with time zone,
  media_info jsonb,
  duration_seconds double precision,
  width integer,
  height integer,
  frame_rate_numerator integer,
  frame_rate_denominator integer,
  master_name text,
  poster_name text,
  is_published boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  is_size_known boolean default true not null,
  max_seconds smallint default 600 not null,
  host text default 'embedded'::text not null,
  ask_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone,
  preview_name text,
  storyboard_name text,
  chosen_poster_name text,
  is_awaited boolean default false not null,
  source_sha256 bytea,
  is_begun_early boolean default false not null,
  received_bytes bigint default 0 not null,
  moved_at timestamp(3) with time zone,
  retries smallint default 0 not null,
  ready_at timestamp(3) with time zone,
  restricted_to text,
  nsfw_episode_id text,
  cover_name text,
  is_for_moderators boolean default false not null,
  reason_codec text,
  small_posters_name text,
  poster_width integer,
  poster_height integer,
  large_poster_name text,
  large_chosen_poster_name text,
  has_mp4_files boolean default false not null,
  constraint videos_pkey PRIMARY KEY (uid),
  constraint videos_check CHECK (((reason_code IS NULL) OR (state = 'error'::text))),
  constraint videos_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint videos_host_check CHECK ((host = ANY (ARRAY['embedded'::text, 'cloudflare'::text]))),
  constraint videos_max_seconds_check CHECK (((max_seconds >= 1) AND (max_seconds <= 600))),
  constraint videos_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint videos_percent_complete_check CHECK (((percent_complete >= 0) AND (percent_complete <= 100))),
  constraint videos_poster_size_known CHECK (((small_posters_name IS NULL) OR ((poster_width IS NOT NULL) AND (poster_height IS NOT NULL)))),
  constraint videos_reason_codec_check CHECK (((reason_codec IS NULL) OR (reason_code IS NOT NULL))),
  constraint videos_received_bytes_check CHECK ((received_bytes >= 0)),
  constraint videos_restricted_to_check CHECK ((restricted_to = ANY (ARRAY['owner'::text, 'link'::text]))),
  constraint videos_size_bytes_check CHECK ((size_bytes > 0)),
  constraint videos_source_sha256_check CHECK ((octet_length(source_sha256) = 32)),
  constraint videos_state_check CHECK ((state = ANY (ARRAY['pendingupload'::text, 'queued'::text, 'inprogress'::text, 'ready'::text, 'error'::text]))),
  constraint videos_upload_key_check CHECK (((host <> 'embedded'::text) OR (upload_key_hash IS NOT NULL)))
);
CREATE INDEX videos_creator ON videos USING btree (creator_id) INCLUDE (size_bytes);
CREATE INDEX videos_moving ON videos USING btree (moved_at) WHERE ((state = 'pendingupload'::text) AND (moved_at IS NOT NULL));
CREATE INDEX videos_pending ON videos USING btree (upload_expires_at) WHERE (state = 'pendingupload'::text);
CREATE INDEX videos_received ON videos USING btree (received_at) INCLUDE (size_bytes) WHERE (received_at IS NOT NULL);
CREATE INDEX videos_source ON videos USING btree (creator_id, source_sha256) WHERE (source_sha256 IS NOT NULL);
CREATE INDEX videos_to_ask ON videos USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE UNIQUE INDEX videos_upload_key ON videos USING btree (upload_key_hash);
CREATE INDEX videos_without_cover ON videos USING btree (uid) WHERE ((nsfw_episode_id IS NOT NULL) AND (cover_name IS NULL));
CREATE INDEX videos_without_large_poster ON videos USING btree (uid) WHERE ((large_poster_name IS NULL) AND (poster_name IS NOT NULL) AND (GREATEST(width, height) > 640));
CREATE INDEX videos_without_mp4_files ON videos USING btree (uid) WHERE ((NOT has_mp4_files) AND (state = 'ready'::text) AND (percent_complete = 100));
CREATE INDEX videos_without_small_posters ON videos USING btree (uid) WHERE ((small_posters_name IS NULL) AND ((poster_name IS NOT NULL) OR (chosen_poster_name IS NOT NULL)));
CREATE TRIGGER videos_note_erasure AFTER DELETE ON videos FOR EACH ROW WHEN ((old.host = 'embedded'::text)) EXECUTE FUNCTION note_erasure();

create table visitor_days (
  day date not null,
  key bytea not null,
  constraint visitor_days_pkey PRIMARY KEY (day),
  constraint visitor_days_key_check CHECK ((octet_length(key) = 32))
);

create table watch_later (
  uid text not null,
  episode_id text not null,
  added_at timestamp(3) with time zone not null,
  constraint watch_later_pkey PRIMARY KEY (uid, episode_id),
  constraint watch_later_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint watch_later_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX watch_later_episode ON watch_later USING btree (episode_id);

create table watch_reports (
  episode_id text not null,
  visit_id text not null,
  day date not null,
  reached smallint not null,
  watched_ms integer not null,
  seen bytea not null,
  reports smallint default 1 not null,
  constraint watch_reports_pkey PRIMARY KEY (episode_id, visit_id),
  constraint watch_reports_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episode_stats(episode_id) ON DELETE CASCADE,
  constraint watch_reports_reached_check CHECK ((reached = ANY (ARRAY[25, 50, 75, 95]))),
  constraint watch_reports_watched_ms_check CHECK ((watched_ms >= 0))
);
CREATE INDEX watch_reports_day ON watch_reports USING btree (day);

create table watched_episodes (
  uid text not null,
  episode_id text not null,
  position_seconds double precision default 0 not null,
  is_finished boolean default false not null,
  watched_at timestamp(3) with time zone not null,
  constraint watched_episodes_pkey PRIMARY KEY (uid, episode_id),
  constraint watched_episodes_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint watched_episodes_position_seconds_check CHECK (((position_seconds >= (0)::double precision) AND (position_seconds <= (86400)::double precision))),
  constraint watched_episodes_uid_fkey FOREIGN KEY (uid) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX watched_episodes_episode ON watched_episodes USING btree (episode_id);

create view notes as
SELECT id,
    episode_id,
    author_uid,
    text,
    frame,
    created_at,
    hidden,
    held,
    pinned_on_picture AS pinned,
    author_deactivated,
    is_public,
    hidden_by_moderator,
    on_picture
   FROM comments
  WHERE on_picture;
