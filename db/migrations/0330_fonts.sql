-- Subtitles that were taken out of the file of a video, and fonts for subtitles in ASS.
--
-- `subtitle_sources` has a row for each video whose file was read: it is read once, whatever happens to the job.
-- `subtitle_fonts` has the checked fonts of a text; the bytes are in object storage, below fonts/. Fonts that came with a
-- video wait until somebody confirms that they may be shared.
-- `erased_fonts` has the fonts whose bytes go, however their row went: the trigger also sees a deletion of the text, the
-- episode or the account. A font that is being stored is there too, and due later, so that a crash leaves nothing behind.
-- Locks: `subtitles` for an instant; a constant default rewrites nothing.

alter table subtitles add column from_file boolean not null default false;

create table subtitle_sources (
  video_uid text primary key references videos (uid) on delete cascade,
  taken_at timestamptz(3) not null
);

create table subtitle_fonts (
  id text primary key,
  subtitle_id text not null references subtitles (id) on delete cascade,
  author_uid text references users (id) on delete set null,
  -- The names by which a script may call it.
  names text[] not null,
  format text not null check (format in ('ttf', 'otf')),
  size_bytes integer not null,
  -- Whether somebody has said that it may be shared.
  is_licensed boolean not null,
  created_at timestamptz(3) not null
);
-- Lists the fonts of a text.
create index subtitle_fonts_subtitle on subtitle_fonts (subtitle_id, created_at, id);
-- Sums what an account has stored.
create index subtitle_fonts_author on subtitle_fonts (author_uid) include (size_bytes) where author_uid is not null;

create table erased_fonts (
  id text primary key,
  format text not null,
  due_at timestamptz(3) not null
);

create function note_erased_font() returns trigger language plpgsql as $$
begin
  insert into erased_fonts (id, format, due_at) values (old.id, old.format, '-infinity') on conflict do nothing;
  return null;
end
$$;

create trigger subtitle_fonts_note_erased after delete on subtitle_fonts
  for each row execute function note_erased_font();
