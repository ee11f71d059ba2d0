-- Subtitles can be reported: those that a moderator hid are for their author and the episode's creator only.
-- Locks: `subtitles`, `moderation_items` and `audit_log` for a moment, while a column is added and a check replaced.

alter table subtitles add column hidden_by_moderator boolean default false not null;

alter table moderation_items drop constraint moderation_items_subject_kind_check;
alter table moderation_items add constraint moderation_items_subject_kind_check
  check (subject_kind in ('episode', 'comment', 'note', 'subtitle', 'creator')) not valid;
alter table moderation_items validate constraint moderation_items_subject_kind_check;

alter table audit_log drop constraint audit_log_subject_kind_check;
alter table audit_log add constraint audit_log_subject_kind_check
  check (subject_kind in ('account', 'episode', 'comment', 'note', 'subtitle', 'creator', 'site', 'job')) not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;
