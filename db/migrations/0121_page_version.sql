-- A number that every change of a public or unlisted episode raises in its own transaction. Processes read it before they
-- answer with a page that they hold in memory, so that no page outlives such a change.
-- Creating the triggers locks episodes for an instant.

create table page_version (
  -- Answers: did any episode change since this page was made?
  is_only_row boolean primary key default true check (is_only_row),
  version bigint not null
) with (fillfactor = 10);
insert into page_version (version) values (1);

create function raise_page_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform from old_rows where audience <> 'owner';
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and not found) then
    perform from new_rows where audience <> 'owner';
  end if;
  if found then
    -- In the documented order of locks: the explore index, then this row.
    lock table listed_counts in share row exclusive mode;
    update page_version set version = version + 1;
  end if;
  return null;
end $$;

create trigger episodes_paged_insert after insert on episodes referencing new table as new_rows
  for each statement execute function raise_page_version();
create trigger episodes_paged_update after update on episodes referencing old table as old_rows new table as new_rows
  for each statement execute function raise_page_version();
create trigger episodes_paged_delete after delete on episodes referencing old table as old_rows
  for each statement execute function raise_page_version();
