-- What the people who look after a site did: written once, in the transaction of the change, and kept. A new table only.

create table audit_log (
  -- Its order, too; a rolled back change leaves a gap.
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  -- The uid of an account that may be gone by now; null for the command line.
  actor_uid text,
  action text not null check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  subject_kind text not null check (subject_kind in ('account')),
  subject_id text not null,
  reason text not null check (char_length(reason) <= 1000),
  -- The changed values only, by their names in the API.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object')
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;

-- Two triggers, as rows cannot see a truncation. Statement triggers also refuse what would change no row.
create trigger audit_log_rows before update or delete on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_all before truncate on audit_log
  for each statement execute function refuse_audit_change();
