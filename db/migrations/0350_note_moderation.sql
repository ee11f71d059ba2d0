-- Notes are in the queue of moderators, and can be reported: `hidden_by_moderator` keeps the creator from showing one.
-- Locks: `notes` for a moment and while its few rows are checked; `moderation_items` and `audit_log` for a moment, while a
-- check is replaced.

alter table notes
  add column hidden_by_moderator boolean default false not null,
  add constraint notes_hidden_by_moderator_check check (hidden or not hidden_by_moderator);

alter table moderation_items drop constraint moderation_items_subject_kind_check;
alter table moderation_items add constraint moderation_items_subject_kind_check
  check (subject_kind in ('episode', 'comment', 'note', 'creator')) not valid;
alter table moderation_items validate constraint moderation_items_subject_kind_check;

alter table audit_log drop constraint audit_log_subject_kind_check;
alter table audit_log add constraint audit_log_subject_kind_check
  check (subject_kind in ('account', 'episode', 'comment', 'note', 'creator', 'site', 'job')) not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;
