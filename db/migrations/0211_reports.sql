-- What people report, and one item for each thing that a moderator should look at. New tables only, nothing is locked.

-- A thing that is or was in the queue. It stays after it is closed, and opens again with the next report.
create table moderation_items (
  id text primary key,
  subject_kind text not null check (subject_kind in ('episode', 'comment', 'creator')),
  -- Of something that may be gone by now.
  subject_id text not null,
  -- Why it is in the queue; empty once it is closed.
  kinds text[] not null check (kinds <@ array['suggestion', 'report', 'comment', 'appeal']),
  state text not null check (state in ('open', 'awaiting_second', 'closed')),
  -- 0 child safety, 1 many reports, 2 all others: the first part of the queue's order.
  rank smallint not null check (rank between 0 and 2),
  -- When it entered the queue, the last time.
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  -- The moderator who looks at it, until the lease ends.
  claimed_by text references users (id) on delete set null,
  claimed_until timestamptz(3),
  -- What the image moderation found: a class, a score and seconds; or why it could not.
  suggestion jsonb check (jsonb_typeof(suggestion) = 'object'),
  failure text check (char_length(failure) <= 200),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'closed') = (kinds = '{}')),
  -- One item per thing; also finds it.
  constraint moderation_items_subject unique (subject_kind, subject_id)
);

-- Answers: what waits, in the order in which it is to be read?
create index moderation_items_queue on moderation_items (rank, opened_at, id) where state <> 'closed';
-- The same for one kind, as most of the queue may be of another.
create index moderation_items_reports on moderation_items (rank, opened_at, id) where 'report' = any (kinds);
create index moderation_items_suggestions on moderation_items (rank, opened_at, id) where 'suggestion' = any (kinds);
create index moderation_items_comments on moderation_items (rank, opened_at, id) where 'comment' = any (kinds);
create index moderation_items_appeals on moderation_items (rank, opened_at, id) where 'appeal' = any (kinds);
-- Answers: what was closed, the latest first?
create index moderation_items_closed on moderation_items (closed_at, id) where state = 'closed';
-- Answers: what does a moderator look at now? Also finds the claims of a removed account.
create index moderation_items_claims on moderation_items (claimed_by) where claimed_by is not null;

create table reports (
  id text primary key,
  number bigint generated always as identity unique,
  item_id text not null references moderation_items (id),
  -- Null without an account.
  reporter_uid text references users (id) on delete cascade,
  -- Where the answer goes, without an account; removed with it.
  email text check (char_length(email) <= 254),
  reason text not null,
  details text not null check (char_length(details) <= 1000),
  at_seconds double precision check (at_seconds between 0 and 86400),
  created_at timestamptz(3) not null,
  -- What became of it: a decision, or gone.
  outcome text,
  -- When that was decided; the person hears of it a little later.
  closed_at timestamptz(3),
  check (reporter_uid is null or email is null),
  check ((outcome is null) = (closed_at is null))
);

-- One open report per person and thing.
create unique index reports_once on reports (reporter_uid, item_id) where closed_at is null and reporter_uid is not null;
-- Answers: what did this person report, the latest first? Also the cascade.
create index reports_own on reports (reporter_uid, number desc) where reporter_uid is not null;
-- Answers: which reports of this thing are open, and which are not?
create index reports_item on reports (item_id, number);
