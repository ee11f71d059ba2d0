-- The dialect of the hosted service asks for uploads without a person behind them, without a size, and with a length of
-- its own choosing. Column changes only: the constants are kept in the catalogue and no row is written anew.

alter table videos
  -- Null: it belongs to the account of the dialect, and whoever has its uid may play it.
  alter column creator_id drop not null,
  -- Until the bytes are in, `size_bytes` may be no more than a bound.
  add column is_size_known boolean not null default true,
  add column max_seconds smallint not null default 600 check (max_seconds between 1 and 600);
