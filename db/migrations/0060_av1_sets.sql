-- A much-watched video may get a second set of renditions, in AV1. They lie apart from `renditions`: whatever chooses one
-- there goes on choosing among those that every browser plays, also a node of the version before, whose inserts need the
-- unique sizes there. `chunk_plans` and `chunks` are held for a moment each, while a check is replaced; they are short.

create table av1_sets (
  video_uid text primary key references videos (uid) on delete cascade,
  -- What is left out was tried, or looked at, and is not asked for again.
  state text not null check (state in ('wanted', 'listed', 'left_out')),
  -- Of each that is listed: its id, which is its folder below media/{uid}/, and what the master playlist says of it.
  renditions jsonb not null default '[]',
  asked_at timestamptz(3) not null default now()
);

alter table chunk_plans drop constraint chunk_plans_stage_check;
alter table chunk_plans add constraint chunk_plans_stage_check check (stage in ('first', 'later', 'av1'));
