-- What Explore lists, how many of each kind, and what search looks through. Kept by a trigger on episodes, so that no
-- verb, no cascade and no hand at the console can make them differ from it.
-- Locks: episodes against writes while it is read once (about 10 s for 100,000 of them, nearly all in the index of grams).
-- Why a table beside episodes: an exact count has to look at every match, and a row here is a fifth of one there.

-- How two texts are compared in a search: no case, in any script, one character at a time.
create function search_key(value text) returns text
language sql immutable strict parallel safe
return casefold(value collate "pg_unicode_fast");

-- The words of a folded text that a mistyped one may have meant: three characters or more, and no mere number.
create function search_words(value text) returns setof text
language sql immutable strict parallel safe rows 5
begin atomic
  select distinct word
  from regexp_split_to_table(value collate "pg_unicode_fast", '[[:space:][:punct:]]+') as word
  where char_length(word) >= 3 and word !~ '^[0-9]+$';
end;

-- The runs of two and three characters in each part of a folded text, and single ones where they tell something: nearly
-- every text has an "e", few have a 星 or a %. Each word is there once more as a whole, behind a space. PostgreSQL's own
-- trigrams know no letters beyond ASCII in some locales, and never runs shorter than three.
-- gramsOf in platform/text-grams.ts says which of them to ask for. Dear, so that it is only ever asked of its index, and
-- not parallel, because the index answers before a worker has started.
create function search_grams(value text) returns text[]
language sql immutable strict cost 5000
begin atomic
  select coalesce(array_agg(distinct gram), '{}')
  from (
    select unnest(array[
      case when strpos('abcdefghijklmnopqrstuvwxyz0123456789', one) = 0 then one end, one || two, one || two || three
    ]) as gram
    from (
      select one, lead(one) over following as two, lead(one, 2) over following as three
      from string_to_table(translate(value, chr(10), ' '), ' ') with ordinality as part (letters, place)
      cross join string_to_table(letters, null) with ordinality as letter (one, at)
      window following as (partition by place order by at)
    ) as run
    union all
    select ' ' || word from search_words(value) as word
  ) as found
  where gram is not null;
end;

-- The word, and the word without each one of its letters. Two words that are one typo apart share one of these.
create function word_deletions(word text) returns text[]
language sql immutable strict parallel safe cost 500
begin atomic
  select array_agg(distinct overlay(word placing '' from at for 1)) || word
  from generate_series(1, char_length(word)) as at;
end;

-- One row an episode that strangers find: playable and not adult. Rows are replaced, never changed.
create table listed_episodes (
  -- Checked at commit: the trigger takes the row away after the episode itself.
  episode_id text primary key references episodes (id) deferrable initially deferred,
  creator_id text not null,
  published_at timestamptz(3) not null,
  genre_key text collate "C" not null,
  trending boolean not null,
  title_key text collate "C" not null,
  -- The title and each tag, folded, a line each.
  search_text text collate "C" not null
);

-- How many listed episodes there are of each genre, trending and not.
create table listed_counts (
  genre_key text collate "C" not null,
  trending boolean not null,
  episodes integer not null,
  primary key (genre_key, trending)
);

-- Every word in a title or tag of a listed episode, and how many have it. A word that nobody uses any more is gone.
create table listed_words (
  word text collate "C" primary key,
  episodes integer not null
);

create function listing_of(
  id text, creator_id text, published_at timestamptz, genre text, trending boolean, title text, tags text[]
) returns listed_episodes
language sql stable parallel safe
return row(
  id, creator_id, published_at, search_key(genre), trending, search_key(title),
  search_key(title || E'\n' || array_to_string(tags, E'\n'))
)::listed_episodes;

-- One change at a time, from here to its commit: counts and words are shared by all, and two changes that took them in
-- different orders would wait for each other. Reading waits for nothing.
create function change_listings(gone listed_episodes[], come listed_episodes[]) returns void
language plpgsql as $$
declare
  unused text[];
begin
  lock table listed_counts in share row exclusive mode;
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

create function keep_listings() returns trigger
language plpgsql as $$
declare
  gone listed_episodes[] := '{}';
  come listed_episodes[] := '{}';
begin
  if tg_op <> 'INSERT' then
    gone := array(
      select listing_of(id, creator_id, published_at, genre, trending, title, tags)
      from old_rows where is_playable and not nsfw
    );
  end if;
  if tg_op <> 'DELETE' then
    come := array(
      select listing_of(id, creator_id, published_at, genre, trending, title, tags)
      from new_rows where is_playable and not nsfw
    );
  end if;
  if gone <> come then
    perform change_listings(
      array(select each from unnest(gone) as each except select each from unnest(come) as each),
      array(select each from unnest(come) as each except select each from unnest(gone) as each)
    );
  end if;
  return null;
end $$;

create trigger episodes_published after insert on episodes
  referencing new table as new_rows for each statement execute function keep_listings();
create trigger episodes_changed after update on episodes
  referencing old table as old_rows new table as new_rows for each statement execute function keep_listings();
create trigger episodes_removed after delete on episodes
  referencing old table as old_rows for each statement execute function keep_listings();

select change_listings('{}', array(
  select listing_of(id, creator_id, published_at, genre, trending, title, tags)
  from episodes where is_playable and not nsfw
));

-- Answers: what comes next on Explore, newest first? Of all, of a genre, trending, and both.
create index listed_episodes_newest on listed_episodes (published_at desc, episode_id desc);
create index listed_episodes_genre on listed_episodes (genre_key, published_at desc, episode_id desc);
create index listed_episodes_trending on listed_episodes (published_at desc, episode_id desc) where trending;
create index listed_episodes_genre_trending on listed_episodes (genre_key, published_at desc, episode_id desc)
  where trending;
-- Answers: which titles start with this, in title order? Of all, and of a genre.
create index listed_episodes_title on listed_episodes (title_key, episode_id);
create index listed_episodes_genre_title on listed_episodes (genre_key, title_key, episode_id);
-- Answers: what is listed by these creators, whose names match?
create index listed_episodes_creator on listed_episodes (creator_id);
-- Answers: which titles and tags contain this? At once in the index, because a search must not wait for a backlog.
create index listed_episodes_grams on listed_episodes using gin (search_grams(search_text)) with (fastupdate = off);
-- Answers: which words are one typo away from this one?
create index listed_words_near on listed_words using gin (word_deletions(word)) with (fastupdate = off);
-- Answers: which creators' names contain this?
create index creators_name_grams on creators using gin (search_grams(username_key)) with (fastupdate = off);

-- Without statistics the planner takes every gram for rare and asks the index, instead of making the grams of each row.
alter index listed_episodes_grams alter column 1 set statistics 0;
alter index listed_words_near alter column 1 set statistics 0;
alter index creators_name_grams alter column 1 set statistics 0;

-- Explore's order is read from listed_episodes now.
drop index episodes_explore;
