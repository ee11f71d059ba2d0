-- Timed notes: short texts that stand at a frame of an episode's film, and whom a person does not want to read.
-- `is_public` is what everybody sees: neither hidden by the creator, nor held, nor of a deactivated account. All writers hold
-- the episode's row of `episode_stats`. New tables only, nothing is locked.

create table notes (
  id text primary key,
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  author_uid text not null references users (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 120),
  -- From 0, in the order in which frames are shown.
  frame integer not null check (frame >= 0),
  created_at timestamptz(3) not null,
  hidden boolean default false not null,
  held boolean default false not null,
  pinned boolean default false not null,
  author_deactivated boolean default false not null,
  is_public boolean generated always as (not hidden and not held and not author_deactivated) stored not null,
  constraint notes_pinned_check check (not pinned or (not hidden and not held))
);
create index notes_film on notes (episode_id, frame, id);
comment on index notes_film is 'What stands in this part of the film? (also the cascade)';
create index notes_pinned on notes (episode_id) where pinned;
comment on index notes_pinned is 'How many has the creator pinned?';
create index notes_author on notes (author_uid, created_at desc);
comment on index notes_author is 'What did this person write, and lately? (export, repeated texts, cascade)';

create table muted_accounts (
  uid text not null references users (id) on delete cascade,
  muted_uid text not null references users (id) on delete cascade,
  muted_at timestamptz(3) not null,
  -- Answers: whose notes does this person not read?
  primary key (uid, muted_uid),
  constraint muted_accounts_check check (uid <> muted_uid)
);
create index muted_accounts_muted on muted_accounts (muted_uid);
comment on index muted_accounts_muted is 'Who has muted this person? (cascade)';
