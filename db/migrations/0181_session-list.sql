-- What people see of their sessions, so that they can end one: the browser in words, and when it was last there. The columns
-- for the IP address and the browser's own name stay empty. A trigger announces the end of sessions to every node, whatever
-- ended them, so that open streams end with them.
-- Locks: `sessions` exclusively, for a moment: no row is rewritten.

alter table sessions
  add column device text check (char_length(device) <= 60),
  add column last_seen_at timestamptz(3);

create function announce_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_ended', json_build_object('uid', user_id)::text) from (select distinct user_id from ended) as accounts;
  return null;
end $$;

create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function announce_ended_sessions();
