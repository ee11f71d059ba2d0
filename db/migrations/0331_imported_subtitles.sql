-- Imports take subtitles, and remember which.
-- Locks: imported_things, for as long as it takes to read its rows once.

alter table imported_things drop constraint imported_things_kind_check;
alter table imported_things add constraint imported_things_kind_check
  check (kind in ('video', 'episode', 'series', 'subtitles'));
