-- What a person asked to take along: everything their account holds, written down as one document. A new table only, nothing
-- is locked. The document lies here and not in object storage, so that it goes with its account and leaves no bytes behind.

create table exports (
  uid text primary key references users (id) on delete cascade,
  requested_at timestamptz(3) not null,
  -- Both are empty until the job has written it.
  ready_at timestamptz(3),
  document text,
  check ((ready_at is null) = (document is null))
);

-- Answers: which exports are too old to be kept? (sweep)
create index exports_requested on exports (requested_at);
