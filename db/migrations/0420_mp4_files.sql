-- Why: a whole episode can be loaded as one MP4 file, by programs that know no HLS, and by viewers where its creator allows it.
-- Only the beginning of the file is stored; the segments that follow it are those of the rendition. Files of videos from before
-- are made by a job, a hundred videos a minute at most.
-- Locks: `episodes` for a moment; the default is stored without writing a row. `videos` for one scan that indexes it. The other
-- table is new.

create table mp4_files (
  rendition_id text primary key references renditions(id) on delete cascade,
  video_uid text not null references videos(uid) on delete cascade,
  -- Below media/{video_uid}/.
  name text not null unique,
  size_bytes bigint not null check (size_bytes > 0),
  -- [{name, sizeBytes}]: what follows the stored beginning, in this order, below media/{video_uid}/{rendition_id}/.
  parts jsonb not null check (jsonb_array_length(parts) >= 1)
);
create index mp4_files_video on mp4_files (video_uid);
comment on index mp4_files_video is 'The files of a video: select … from mp4_files where video_uid = $1.';

alter table videos add column has_mp4_files boolean not null default false;
create index videos_without_mp4_files on videos (uid)
  where not has_mp4_files and state = 'ready' and percent_complete = 100;
comment on index videos_without_mp4_files is
  'Files to be made: uidsWithoutMp4Files in src/video/mp4-file-rows.server.ts.';

-- Cached pages show a new file at once.
create function raise_page_version_of_files() returns trigger language plpgsql as $$
begin
  update page_version set version = version + 1;
  return null;
end
$$;
create trigger mp4_files_paged after insert on mp4_files
  for each statement execute function raise_page_version_of_files();

alter table episodes add column downloads_open boolean not null default false;
