-- What moderators decided.
-- Locks: a new table; `moderation_items`, `reports` and `audit_log` for a moment, while columns without a value and a check
-- are added.

create table moderation_decisions (
  id text primary key,
  item_id text not null references moderation_items (id),
  -- Whose thing it was.
  owner_uid text not null references users (id) on delete cascade,
  decided_by text references users (id) on delete set null,
  decision text not null check (decision in ('leave', 'nsfw', 'limit', 'takedown', 'hide', 'warn', 'suspend')),
  rule text,
  label text,
  -- Words for the owner.
  reason text not null check (char_length(reason) <= 1000),
  -- Words for moderators.
  note text not null check (char_length(note) <= 1000),
  until timestamptz(3),
  -- 'replaced': a second moderator decided about the same after it.
  state text not null check (state in ('awaiting_second', 'replaced', 'final', 'undone', 'reversed')),
  -- What it changed, as it was before, and what it took from the item.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  -- Title, excerpt or name at that time.
  title text not null,
  created_at timestamptz(3) not null,
  -- When the people concerned were told.
  announced_at timestamptz(3),
  -- When the cleanup was done with it: what was taken down is erased once nobody can appeal.
  cleaned_at timestamptz(3)
);

-- Answers: what was decided about a thing?
create index moderation_decisions_item on moderation_decisions (item_id, created_at);
-- Answers: what was decided about the things of this person, the latest first? Also the cascade.
create index moderation_decisions_owner on moderation_decisions (owner_uid, created_at desc, id);
-- Finds the decisions of a removed account.
create index moderation_decisions_decider on moderation_decisions (decided_by) where decided_by is not null;

-- Answers: what was taken down, and is to be erased?
create index moderation_decisions_takedowns on moderation_decisions (created_at)
  where decision = 'takedown' and cleaned_at is null;

alter table moderation_items
  -- Who wants another moderator to decide, and their words.
  add column second_asked_by text references users (id) on delete set null,
  add column second_note text not null default '' check (char_length(second_note) <= 1000);
create index moderation_items_second on moderation_items (second_asked_by) where second_asked_by is not null;

alter table reports
  -- The decision that closed it; null while it is open, and for what was gone.
  add column decision_id text references moderation_decisions (id) on delete set null;
create index reports_decision on reports (decision_id) where decision_id is not null;

-- What is decided about is in the log too.
alter table audit_log drop constraint audit_log_subject_kind_check;
alter table audit_log add constraint audit_log_subject_kind_check
  check (subject_kind in ('account', 'episode', 'comment', 'creator')) not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;
