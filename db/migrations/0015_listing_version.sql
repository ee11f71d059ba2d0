-- Whether anything that is listed has changed since a count was made: counting a word that is nearly everywhere looks at
-- nearly every row (30 ms for 100,000), and between two changes it finds the same. One row, changed by whoever holds
-- the listings anyway, so that no change waits longer than before. Holds what is listed against changes for an instant.
lock table listed_counts in share row exclusive mode;

create table listing_version (
  version bigint not null,
  -- There is one.
  is_only boolean primary key default true check (is_only)
) with (fillfactor = 50);
insert into listing_version (version) values (1);

create or replace function change_listings(gone listed_episodes[], come listed_episodes[]) returns void
language plpgsql as $$
declare
  unused text[];
begin
  lock table listed_counts in share row exclusive mode;
  update listing_version set version = version + 1;
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
end $$;
