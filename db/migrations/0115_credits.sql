-- Credits: who worked on an episode, in which role, and whether the creator whom a name links to agreed.
-- New tables only, nothing is locked.

create table episode_credits (
  id text primary key,
  episode_id text not null references episodes (id) on delete cascade,
  -- Place in the list, from 0.
  position smallint not null,
  name text not null,
  role text not null,
  -- The creator whom the episode's creator names; shown to others from `accepted_at` on. The name stays without it.
  uid text references users (id) on delete set null,
  asked_at timestamptz(3),
  accepted_at timestamptz(3),
  check (uid is null or asked_at is not null)
);
-- Answers: who worked on this episode?
create index episode_credits_episode on episode_credits (episode_id, position);
-- Answers: which credits name this person? Also finds the rows of a deleted account.
create index episode_credits_uid on episode_credits (uid) where uid is not null;

-- People who do not want to be linked from an episode, and are not asked again for it.
create table declined_credits (
  episode_id text not null references episodes (id) on delete cascade,
  uid text not null references users (id) on delete cascade,
  declined_at timestamptz(3) not null,
  -- Answers: did this person decline for this episode?
  primary key (episode_id, uid)
);
-- Finds the rows of a deleted account.
create index declined_credits_uid on declined_credits (uid);

-- A link that appears or goes changes pages that processes hold in memory; 0121 explains `page_version`. Added and removed
-- credits come with an update of their episode, which raises it already.
create function raise_page_version_of_credits() returns trigger language plpgsql as $$
begin
  perform from new_rows
  join old_rows using (id)
  join episodes on episodes.id = new_rows.episode_id
  where episodes.audience <> 'owner'
    and case when old_rows.accepted_at is not null then old_rows.uid end
      is distinct from case when new_rows.accepted_at is not null then new_rows.uid end;
  if found then
    lock table listed_counts in share row exclusive mode;
    update page_version set version = version + 1;
  end if;
  return null;
end $$;

create trigger episode_credits_paged after update on episode_credits
  referencing old table as old_rows new table as new_rows
  for each statement execute function raise_page_version_of_credits();
