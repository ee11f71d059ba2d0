-- Videos whose row is gone and whose bytes are not: however a row is deleted, also by an operator's hand, its bytes go.
-- A new table and a trigger; `videos` is locked for the moment that the trigger takes to be made.

create table erasures (
  uid text primary key
);

create function note_erasure() returns trigger language plpgsql as $$
begin
  insert into erasures (uid) values (old.uid) on conflict do nothing;
  return null;
end
$$;

create trigger videos_note_erasure after delete on videos
  for each row when (old.host = 'embedded') execute function note_erasure();
