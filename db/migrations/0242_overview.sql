-- What the overview of the console reads: which processes run, mails sent by day, uploads by day, open reports.
-- Locks: new tables; videos and reports against writes while their indexes are built.

-- A process that serves or works. It renews its row, and removes it when it stops; the others remove what was left behind.
create table nodes (
  -- Made at each start.
  id text primary key,
  -- Of the machine.
  name text not null check (char_length(name) between 1 and 253),
  role text not null check (role in ('all', 'web', 'worker')),
  version text not null check (char_length(version) between 1 and 100),
  started_at timestamptz(3) not null,
  -- By the clock of the database, which all nodes share.
  seen_at timestamptz(3) not null
);

-- How many mails a server has accepted, or the outbox.
create table mail_days (
  -- In UTC.
  day date primary key,
  sent integer not null check (sent > 0)
);

-- Answers: what was uploaded in these days, and how much?
create index videos_received on videos (received_at) include (size_bytes) where received_at is not null;
-- Answers: how many reports are open, and since when?
create index reports_open on reports (created_at) where closed_at is null;
