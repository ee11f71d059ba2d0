-- A search finds texts however they are written: in full or half width, with or without accents, in katakana or hiragana, with
-- ligatures and circled letters. What is written as it was typed comes first, so each row has that form too where it differs.
--
-- `search_key` must be what `foldText` of src/platform/folded-text.ts is. Whoever changes one changes the other, and folds again
-- what is stored, as this file does: the explore index, `listed_terms` and `episode_lines`. Creators' names are folded like
-- titles now, in place of the form by which they are unique.
--
-- Locks: episodes and creators against writes and the explore index against everything while they are folded again (20 s of processor
-- time for 100,000 episodes), and episode_lines too (20 ms for each text of 200 lines). A server of the previous version that still
-- runs finds no creators by names in katakana until it is replaced.
--
-- A search of 20,000 episodes takes 5.0 ms of the database's processor time instead of 4.7, on average of 15 kinds.

lock table episodes, creators, episode_lines in share row exclusive mode;
lock table listed_counts in share row exclusive mode;

-- The form of texts in which only case makes no difference.
create function exact_key(value text) returns text
language sql immutable strict parallel safe
return casefold(value collate "pg_unicode_fast");

-- The form in which searches compare texts. Takes away accents of Latin, Greek and Cyrillic letters and what has no visible
-- form; marks of kana stay.
create or replace function search_key(value text) returns text
language sql immutable strict parallel safe
return normalize(
  translate(
    replace(replace(replace(
      casefold(
        regexp_replace(
          normalize(value, nfkd),
          '[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
            || '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f'
            || '\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
          '', 'g'
        ) collate "pg_unicode_fast"
      ),
      'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðħŧŋı‘’‛ʼ“”„‟‐‒–—―−〜'
      || 'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
    'olddhtni''''''''""""------~'
      || 'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ'
  ),
  nfc
);

-- The title, the tags and the creator's name in their exact form, a line each; empty where `search_text` and `creator_key` are
-- the same.
alter table listed_episodes add column exact_text text collate "C" not null default '';

create or replace function listing_of(
  id text, creator_id text, published_at timestamptz, genre text, trending boolean, title text, tags text[]
) returns listed_episodes
language sql stable parallel safe
return (
  select row(
    search_letters(title_key), search_letters(search_text), search_letters(creator_key), published_at::timestamptz(3), trending,
    creator_key, title_key, search_text, search_key(genre), id, creator_id,
    case when exact_text = search_text || E'\n' || creator_key then '' else exact_text end
  )::listed_episodes
  from (
    -- A character may become 18: longer keys than this would not fit into cursors and the index.
    select left(search_key(title), 240) as title_key, search_key(texts) as search_text, search_key(username) as creator_key,
      exact_key(texts || E'\n' || username) as exact_text
    from (
      select title || E'\n' || array_to_string(tags, E'\n') as texts,
        coalesce((select creators.username from creators where uid = creator_id), '') as username
    ) as written
    -- Folded once for all columns.
    offset 0
  ) as keys
);

-- As before, but by the name as it is written.
create or replace function keep_listed_names() returns trigger
language plpgsql as $$
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
end $$;

update explore_version set version = version + 1;
drop index listed_episodes_grams;
truncate listed_episodes, listed_counts, listed_words, listed_creators;
insert into listed_episodes
select listing.* from episodes cross join lateral
  listing_of(id, episodes.creator_id, episodes.published_at, genre, episodes.trending, title, tags) as listing
where audience = 'everyone' order by episodes.published_at desc, id desc;
insert into listed_counts (genre_key, trending, episodes)
select genre_key, trending, count(*) from listed_episodes group by genre_key, trending;
insert into listed_words (word, episodes)
select word, count(*) from listed_episodes cross join lateral search_words(search_text) as word group by word;
insert into listed_creators (creator_letters, episodes, creator_key, creator_id)
select creator_letters, count(*), creator_key, creator_id from listed_episodes
group by creator_letters, creator_key, creator_id;
-- Checks the episodes of the new rows now: an index cannot be made while that is pending.
set constraints all immediate;
-- Answers: which titles, tags and creators' names contain this?
create index listed_episodes_grams on listed_episodes using gin (search_grams(search_text || E'\n' || creator_key))
  with (fastupdate = off);
alter index listed_episodes_grams alter column 1 set statistics 0;

truncate listed_terms;
select add_listed_terms(array(select id from episodes where audience = 'everyone'));

-- As in listed_episodes, of all lines.
alter table episode_lines add column exact_text text not null default '';
update episode_lines set search_text = folded, exact_text = case when exact = folded then '' else exact end
from (
  select subtitle_id as id, search_key(array_to_string(texts, E'\n')) as folded, exact_key(array_to_string(texts, E'\n')) as exact
  from episode_lines
) as keys
where subtitle_id = id;
