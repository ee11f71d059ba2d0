-- What to watch next: episodes that share a genre or a tag, those first that people watch to the end.
-- Locks episodes against writers while it fills the table of terms (100,000 episodes: about 4 s).

-- The share of an episode's watches that ended, as engagement last counted it; without a row it is that of an
-- episode nobody watched yet. Set by a job.
create table ended_shares (
  -- Answers: which share does this episode have?
  episode_id text primary key references episodes (id) on delete cascade,
  share real not null check (share between 0 and 1)
);

-- One row for each genre and tag of each listed episode. Kept by triggers, and by the job that sets the shares.
create table listed_terms (
  share real not null,
  -- Decides between equal shares, whatever was published when and how often.
  lot integer not null,
  term_key text not null,
  episode_id text not null references episodes (id) on delete cascade,
  creator_id text not null,
  -- Answers: which terms does this episode have?
  primary key (episode_id, term_key)
);
-- Answers: which episodes with this term, by others than this creator, are watched to the end most?
create index listed_terms_best on listed_terms (term_key, share desc, lot, episode_id) include (creator_id);

create function add_listed_terms(episode_ids text[]) returns void language sql as $$
  insert into listed_terms (share, lot, term_key, episode_id, creator_id)
  select distinct coalesce(ended_shares.share, 0.25), hashtext(episodes.id), search_key(term), episodes.id, creator_id
  from episodes cross join lateral unnest(tags || genre) as term left join ended_shares on episode_id = episodes.id
  where episodes.id = any (episode_ids) and audience = 'everyone'
  on conflict do nothing
$$;

create function keep_listed_terms() returns trigger language plpgsql as $$
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
end $$;

create trigger episodes_added_terms after insert on episodes referencing new table as new_rows
  for each statement execute function keep_listed_terms();
create trigger episodes_changed_terms after update on episodes
  referencing old table as old_rows new table as new_rows
  for each statement execute function keep_listed_terms();

select add_listed_terms(array(select id from episodes where audience = 'everyone'));
