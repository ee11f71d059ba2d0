-- The beginning of an export, its document and its texts, lies in the storage, so that a download can go on where it was cut off,
-- and a large document is never in memory. What follows it, the files as they were uploaded, is named here.
-- Locks: `exports` for a moment; its rows live for a day.

alter table exports
  -- Names the object in the storage; empty until the job has stored it.
  add column object_id text,
  -- Names and sizes of the files that follow.
  add column files jsonb;

-- Servers of the previous version still write the document into its column.
alter table exports drop constraint exports_check;
alter table exports add constraint exports_check
  check ((ready_at is null) = (document is null and object_id is null)) not valid;
alter table exports validate constraint exports_check;
alter table exports add constraint exports_files_check check ((object_id is null) = (files is null)) not valid;
alter table exports validate constraint exports_files_check;
