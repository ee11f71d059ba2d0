-- Subtitles of episodes: texts with their versions, the lines that a search finds, and the tracks that playlists list.
--
-- `subtitles` has one row for each text in a language by one author; `approved_version` is the one that everybody sees. An
-- author whose account is deleted leaves what was approved, without a name: the episode keeps its subtitles. Drafts go.
-- `subtitle_versions` stores whole texts: at most 10 MB each, nearly always 20 kB, compressed by the database.
-- `episode_lines` belongs to the catalog: Explore finds episodes by it. One row for each approved text is indexed by its
-- grams, as titles are, and read line by line only where all grams of a search are in it.
-- Locks: `episodes` for an instant.

alter table episodes add column translations_open boolean not null default false;

create table subtitles (
  id text primary key,
  episode_id text not null references episodes (id) on delete cascade,
  author_uid text references users (id) on delete set null,
  language text not null check (char_length(language) between 2 and 35),
  kind text not null check (kind in ('subtitles', 'captions', 'signs')),
  label text not null,
  state text not null check (state in ('draft', 'changes', 'approved', 'declined')),
  -- What the creator of the episode said at the last review.
  words text,
  -- Number of the newest version, and of the one that everybody sees.
  version integer not null,
  approved_version integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- Lists the subtitles of an episode.
create index subtitles_episode on subtitles (episode_id, created_at, id);
-- Finds what an account wrote, for its export and its removal.
create index subtitles_author on subtitles (author_uid) where author_uid is not null;

create table subtitle_versions (
  subtitle_id text not null references subtitles (id) on delete cascade,
  number integer not null,
  author_uid text references users (id) on delete set null,
  format text not null check (format in ('vtt', 'srt', 'ass')),
  text text not null,
  size_bytes integer not null,
  cues integer not null,
  -- Lines that this version has and the one before has not, and the other way round.
  added integer not null,
  removed integer not null,
  created_at timestamptz(3) not null,
  primary key (subtitle_id, number)
);
-- Sums what an account has stored.
create index subtitle_versions_author on subtitle_versions (author_uid) include (size_bytes) where author_uid is not null;

create table episode_lines (
  subtitle_id text primary key,
  episode_id text not null references episodes (id) on delete cascade,
  language text not null,
  -- In seconds and in the order of the film; as many of each.
  starts double precision[] not null,
  ends double precision[] not null,
  texts text[] not null,
  -- All texts, folded, a line each.
  search_text text not null,
  -- Stored: computing it for a text takes milliseconds.
  grams text[] not null generated always as (search_grams(search_text)) stored
);
-- Lists the lines of an episode.
create index episode_lines_episode on episode_lines (episode_id);
-- Finds the texts in which a word may be.
create index episode_lines_grams on episode_lines using gin (grams);

create table text_tracks (
  -- Names its two files.
  id text primary key,
  video_uid text not null references videos (uid) on delete cascade,
  -- In the order of the master playlist.
  position integer not null,
  -- Tells two versions of a text apart.
  source text not null,
  language text not null,
  name text not null,
  kind text not null check (kind in ('subtitles', 'captions', 'signs'))
);
-- Lists the tracks of a video.
create index text_tracks_video on text_tracks (video_uid, position);
