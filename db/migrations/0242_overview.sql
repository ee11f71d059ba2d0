-- What the overview of the console reads: which processes run, mails sent by day, uploads by day, open reports. And what the
-- public page about moderation counts.
-- Locks: new tables; videos, reports and decisions against writes while their indexes are built.

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

-- What the page about moderation counts: three months that are over, as they were at their end. Rows of decisions and
-- reports go with accounts later on.
create table moderation_quarters (
  -- The first day, in UTC.
  starts_on date primary key check (extract(day from starts_on) = 1 and extract(month from starts_on) in (1, 4, 7, 10)),
  -- As in src/moderation/transparency.ts.
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  counted_at timestamptz(3) not null
);

-- Answer, for the present three months: what was reported, and what was decided?
create index reports_created on reports (created_at);
create index moderation_decisions_created on moderation_decisions (created_at);
