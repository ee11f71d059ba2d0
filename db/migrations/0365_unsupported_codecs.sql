-- A video that is refused for its codec says which one. Locks: `videos` for a moment, and while its rows are checked.

alter table videos add column reason_codec text;
alter table videos add constraint videos_reason_codec_check
  check (reason_codec is null or reason_code is not null) not valid;
alter table videos validate constraint videos_reason_codec_check;
