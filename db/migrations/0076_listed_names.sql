-- A search looked for each word in every creator's name and handed the creators it found back as a list: with 20,000
-- creators one letter moved thousands of ids each way, and took a second. The name stands beside title and tags now, so
-- that one table and one index answer. A rename replaces what its creator has listed.
-- Locks: episodes, creators and what is listed against writes while the names are copied and the index of grams is made
-- anew (about 15 s for 100,000 episodes).

lock table episodes, creators in share row exclusive mode;
lock table listed_counts in share row exclusive mode;

-- The creator's name in the form in which two names are compared; empty without one.
alter table listed_episodes add column creator_key text collate "C" not null default '';
drop index listed_episodes_grams;
update listed_episodes set creator_key = username_key
from creators where uid = creator_id and username_key is not null;
alter table listed_episodes alter column creator_key drop default;
-- Searches for what is nearly everywhere read the table through: half of it would be the rows without names.
cluster listed_episodes using listed_episodes_newest;
alter table listed_episodes set without cluster;

-- Answers: which titles, tags and creators' names contain this? At once in the index, because a search must not wait for a
-- backlog. Without statistics the planner takes every gram for rare and asks the index, instead of making the grams of
-- each row; words that are not rare never ask it.
create index listed_episodes_grams on listed_episodes using gin (search_grams(search_text || E'\n' || creator_key))
  with (fastupdate = off);
alter index listed_episodes_grams alter column 1 set statistics 0;
drop index creators_name_grams;

create or replace function listing_of(
  id text, creator_id text, published_at timestamptz, genre text, trending boolean, title text, tags text[]
) returns listed_episodes
language sql stable parallel safe
return row(
  id, creator_id, published_at, search_key(genre), trending, search_key(title),
  search_key(title || E'\n' || array_to_string(tags, E'\n')),
  coalesce((select username_key from creators where uid = creator_id), '')
)::listed_episodes;

-- The listings are held before names and rows are read, so that a rename and an episode of the same moment see each other.
-- What goes is what is listed, whatever its creator is called by now.
create or replace function keep_listings() returns trigger
language plpgsql as $$
declare
  gone listed_episodes[] := '{}';
  come listed_episodes[] := '{}';
begin
  if tg_op = 'UPDATE' then
    perform from (
      select id, creator_id, published_at, genre, trending, title, tags from old_rows where is_playable and not nsfw
      except
      select id, creator_id, published_at, genre, trending, title, tags from new_rows where is_playable and not nsfw
    ) as lost;
    if not found then
      perform from new_rows join old_rows using (id)
      where new_rows.is_playable and not new_rows.nsfw and not (old_rows.is_playable and not old_rows.nsfw);
      if not found then
        return null;
      end if;
    end if;
  elsif tg_op = 'INSERT' then
    perform from new_rows where is_playable and not nsfw;
    if not found then
      return null;
    end if;
  else
    perform from old_rows where is_playable and not nsfw;
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
      from new_rows where is_playable and not nsfw
    );
  end if;
  perform change_listings(
    array(select each from unnest(gone) as each except select each from unnest(come) as each),
    array(select each from unnest(come) as each except select each from unnest(gone) as each)
  );
  return null;
end $$;

create function keep_listed_names() returns trigger
language plpgsql as $$
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
      from episodes where creator_id = any (renamed) and is_playable and not nsfw
    ));
  end if;
  return null;
end $$;

create trigger creators_renamed after update on creators
  referencing old table as old_rows new table as new_rows for each statement execute function keep_listed_names();
