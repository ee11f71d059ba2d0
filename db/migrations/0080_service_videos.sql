-- What programs of the hosted service's dialect say of a video, and that it was made for them: its addresses then answer
-- pages of other sites, and they may edit and remove it. Videos without an owner can only have come that way; for a
-- creator's it was not written down. The new table is filled from them, and nothing is rewritten: the new column is empty.

create table service_videos (
  video_uid text primary key references videos (uid) on delete cascade,
  -- As its caller wrote it, all of it.
  meta json not null check (json_typeof(meta) = 'object'),
  -- Where its media may be read besides our own pages; empty: everywhere.
  allowed_origins text[] not null default '{}',
  -- The moment of its thumbnail, as a share of its length; null: the automatic one.
  thumbnail_share double precision check (thumbnail_share between 0 and 1)
);

insert into service_videos (video_uid, meta)
select uid, json_build_object('name', name) from videos where creator_id is null and host = 'embedded';

-- Since when it plays; null also for what played before this column was there.
alter table videos add column ready_at timestamptz(3);
