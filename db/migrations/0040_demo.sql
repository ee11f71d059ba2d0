-- What has been done of filling a new Hoshi with demo episodes, so that a restart neither repeats nor doubles anything and
-- what somebody deleted stays deleted. New tables only, nothing is locked.

create table demo (
  -- One row, or none while nobody has decided.
  is_only_row boolean primary key default true check (is_only_row),
  state text not null check (state in ('declined', 'filling', 'filled')),
  -- With the server's secret it makes the passwords of the demo accounts; neither alone does.
  salt text not null check (char_length(salt) >= 20),
  decided_at timestamptz(3) not null,
  -- Set by whoever shows the passwords, before: nobody shows them again.
  announced_at timestamptz(3)
);

-- Uids are no foreign keys: the account and the video are ordinary ones and may be deleted, and what was done stays done.
create table demo_creators (
  key text primary key,
  -- Null when signing up was refused.
  uid text
);

create table demo_episodes (
  key text primary key,
  -- Null when uploading was refused.
  video_uid text,
  is_done boolean not null default false
);
