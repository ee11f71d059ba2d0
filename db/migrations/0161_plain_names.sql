-- Names of the field for what the code calls so already: the probed media of a video, episodes that were announced to
-- followers, and the version of the explore index. Locks each table for an instant; a server of an older version that still
-- runs fails until it is replaced.

alter table videos rename column measurement to media_info;
alter table videos rename column measured_at to probed_at;

alter table episode_news rename to announced_episodes;
alter table announced_episodes rename column told_at to announced_at;
alter table announced_episodes rename column likes_told to likes_announced;
alter table announced_episodes rename constraint episode_news_pkey to announced_episodes_pkey;
alter table announced_episodes rename constraint episode_news_episode_id_fkey to announced_episodes_episode_id_fkey;
alter index episode_news_told rename to announced_episodes_listed;

alter table listing_version rename to explore_version;
alter table explore_version rename constraint listing_version_pkey to explore_version_pkey;
alter table explore_version rename constraint listing_version_is_only_check to explore_version_is_only_check;

create or replace function change_listings(gone listed_episodes[], come listed_episodes[])
  returns void language plpgsql as $$
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
end $$;
