-- Settings of the site and failed jobs are acted on, too.

alter table audit_log drop constraint audit_log_subject_kind_check;
alter table audit_log add constraint audit_log_subject_kind_check
  check (subject_kind in ('account', 'episode', 'comment', 'creator', 'site', 'job')) not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;
