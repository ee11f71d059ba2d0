-- The role of moderators, and whether an account has a public profile, apart from its role: a moderator may upload too.
-- Locks: users, while its rows are written once and checked, and while its indexes are built (1 s for a million accounts).

alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('viewer', 'creator', 'moderator', 'admin')),
  add column is_creator boolean not null default false;

update users set is_creator = true where role = 'creator';

-- A creator by role has a profile, also when a server of an older version stores the account.
create function mark_creator() returns trigger language plpgsql as $$
begin
  new.is_creator := true;
  return new;
end $$;

create trigger users_creator before insert or update of role on users
  for each row when (new.role = 'creator') execute function mark_creator();

-- Answers: who are the admins and moderators? (few; counted when one is demoted, and at each start)
create index users_staff on users (role) where role in ('moderator', 'admin');
-- Answers: which accounts are newest? (the console's list)
create index users_newest on users (created_at, id);
