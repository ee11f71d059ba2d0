-- Who may find an episode depended on `is_playable and not nsfw`, repeated in lists, triggers and counts. It is one column
-- now, computed from the same facts and from the visibility that its creator chooses; every list and count reads it.
--
-- `audience`, from the narrowest: `owner` its creator; `link` also whoever has its address; `profile` also visitors of its
-- creator's profile; `everyone` also Explore, search, trending and the sitemap.
-- A change of `episode_audience` needs `alter column audience set expression`, which computes it anew.
--
-- `videos.restricted_to` limits who may read the media: null means everybody once the video is in use.
-- Locks: `episodes` is rewritten (100,000 rows: 2 s); `videos` for a moment.

create function episode_audience(is_playable boolean, visibility text, nsfw boolean) returns text
language sql immutable parallel safe
return case
  when not is_playable or visibility in ('private', 'scheduled') then 'owner'
  when visibility = 'unlisted' then 'link'
  when nsfw then 'profile'
  else 'everyone'
end;

alter table episodes
  add column visibility text default 'public' not null,
  add column publish_at timestamp(3) with time zone,
  -- Until an episode is public for the first time, its date is that of its upload.
  add column was_public boolean default true not null,
  add constraint episodes_visibility_check check (visibility in ('public', 'unlisted', 'private', 'scheduled')),
  add constraint episodes_publish_at_check check ((visibility = 'scheduled') = (publish_at is not null)),
  add constraint episodes_was_public_check check (was_public or visibility <> 'public'),
  add column audience text generated always as (episode_audience(is_playable, visibility, nsfw)) stored not null;

alter table videos
  add column restricted_to text,
  add constraint videos_restricted_to_check check (restricted_to in ('owner', 'link'));

drop trigger episodes_trending_listed on episodes;
-- A trigger before the change cannot read a generated column.
create trigger episodes_trending_listed
  before insert or update of trending, nsfw, is_playable, visibility on episodes for each row
  when (new.trending and episode_audience(new.is_playable, new.visibility, new.nsfw) <> 'everyone')
  execute function keep_unlisted_from_trending();

create or replace function keep_listed_names() returns trigger language plpgsql as $function$
declare
  renamed text[] := array(
    select uid from new_rows join old_rows using (uid)
    where new_rows.username_key is distinct from old_rows.username_key
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

create or replace function keep_listings() returns trigger language plpgsql as $function$
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
