-- Deleting an account can be undone for 30 days. Until `users.erase_at` it is *deactivated*: hidden from everybody, with all
-- that is its own. Everything else repeats that in the columns that lists, counts and permissions read anyway.
--
-- `episode_audience` of four arguments stays for servers of the previous version.
-- Locks: `users`, `creators` and `episode_credits` for a moment; `episodes` is rewritten (100,000 rows: 2 s), and `comments`
-- (1 million rows: about 10 s).

alter table users add column erase_at timestamptz(3);
create index users_to_erase on users (erase_at, id) where erase_at is not null;
comment on index users_to_erase is 'Whose deletion can no longer be undone? (cleanup)';

alter table creators add column is_deactivated boolean default false not null;

-- A profile that is made while its account is deactivated, by whoever looks after the site.
create function deactivate_new_profile() returns trigger language plpgsql as $$
begin
  new.is_deactivated := exists (select from users where id = new.uid and erase_at is not null);
  return new;
end $$;

create trigger creators_deactivated before insert on creators for each row execute function deactivate_new_profile();

create function episode_audience(
  is_playable boolean, visibility text, nsfw boolean, restriction text, creator_deactivated boolean
) returns text
language sql immutable parallel safe
return case when creator_deactivated then 'owner' else episode_audience(is_playable, visibility, nsfw, restriction) end;

alter table episodes add column creator_deactivated boolean default false not null;
alter table episodes alter column audience set expression as (
  episode_audience(is_playable, visibility, nsfw, restriction, creator_deactivated)
);

drop trigger episodes_trending_listed on episodes;
-- A trigger before the change cannot read a generated column.
create trigger episodes_trending_listed
  before insert or update of trending, nsfw, is_playable, visibility, restriction, creator_deactivated on episodes for each row
  when (
    new.trending
    and episode_audience(new.is_playable, new.visibility, new.nsfw, new.restriction, new.creator_deactivated) <> 'everyone'
  )
  execute function keep_unlisted_from_trending();

-- The link to a person, while that account is deactivated, is text only.
alter table episode_credits add column person_deactivated boolean default false not null;

create or replace function raise_page_version_of_credits() returns trigger language plpgsql as $$
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
end $$;

-- Nobody sees the comment, neither its author nor the episode's creator. Its replies go and come with it, by `parent_shown`.
alter table comments add column author_deactivated boolean default false not null;
alter table comments
  alter column is_shown set expression as (not hidden and not held and not author_deactivated),
  alter column is_public set expression as (not hidden and not held and not author_deactivated and parent_shown);
