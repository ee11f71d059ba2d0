-- Appeals against decisions of moderators, and what people are told of decisions.
-- Locks: a new table; `notifications` for a moment, while a column without a value and a check are added.

create table moderation_appeals (
  id text primary key,
  -- One for each decision; also finds it.
  decision_id text not null unique references moderation_decisions (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 1000),
  created_at timestamptz(3) not null,
  outcome text check (outcome in ('upheld', 'reversed')),
  answer text not null default '' check (char_length(answer) <= 1000),
  answered_by text references users (id) on delete set null,
  answered_at timestamptz(3),
  -- When the person was told of the answer.
  announced_at timestamptz(3),
  check ((outcome is null) = (answered_at is null))
);
-- Finds the answers of a removed account.
create index moderation_appeals_answered on moderation_appeals (answered_by) where answered_by is not null;

-- What a notification of a decision says and leads to, as it was then: its thing may not be there any more.
alter table notifications
  add column decision jsonb check (jsonb_typeof(decision) = 'object'),
  add constraint notifications_of_decision check ((kind = 'decision') = (decision is not null)) not valid;
alter table notifications validate constraint notifications_of_decision;
