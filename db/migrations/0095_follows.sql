-- Who follows which creator, and how many follow each. New tables; `listed_episodes_creator` is replaced by an index that
-- also gives the newest episodes of one creator, which locks `listed_episodes` for about a second at 100,000 rows.

create table follows (
  follower_uid text not null references users (id) on delete cascade,
  creator_uid text not null references creators (uid) on delete cascade,
  followed_at timestamptz(3) not null,
  check (follower_uid <> creator_uid),
  -- Answers: whom does this person follow? Does this person follow that creator?
  primary key (follower_uid, creator_uid)
);

-- Answers: who follows this creator, from a given follower on? (telling them in batches; deletion cascades)
create index follows_creator on follows (creator_uid, follower_uid);
-- Answers: whom does this person follow, newest first?
create index follows_newest on follows (follower_uid, followed_at desc, creator_uid desc);

create table follow_counts (
  creator_uid text primary key references creators (uid) on delete cascade,
  followers bigint not null check (followers >= 0)
) with (fillfactor = 70);

-- The counts change with the rows, whatever deletes them. Several are locked in the order of creators.
create function count_followers() returns trigger language plpgsql as $function$
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

create trigger follows_added after insert on follows referencing new table as new_rows
  for each statement execute function count_followers();
create trigger follows_removed after delete on follows referencing old table as old_rows
  for each statement execute function count_followers();

drop index listed_episodes_creator;
-- Answers: which are this creator's newest listed episodes? (following) Which are listed? (a changed name)
create index listed_episodes_creator on listed_episodes (creator_id, published_at desc, episode_id desc);
