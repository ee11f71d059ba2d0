-- Mails were queued as they were, links that open accounts included, and kept for days after they had been sent. Jobs name
-- the account now. The queue's tables are the library's own and may not be there yet.

do $$
begin
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where name = 'mail.send';
  end if;
end
$$;
