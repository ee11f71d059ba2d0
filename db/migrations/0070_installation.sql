-- The id of this Hoshi, which lies beside its files too: a start compares the two, so that files and rows of different
-- installations never meet. A new table only, nothing is locked.

create table installation (
  -- One row, or none before the first start.
  is_only_row boolean primary key default true check (is_only_row),
  id text not null check (char_length(id) >= 20)
);
