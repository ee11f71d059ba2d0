-- Episodes that wait until their pictures are checked, or until a moderator has decided, are held back in the one column
-- that every list, count and permission reads. Moderators may read the media of held and taken-down episodes, to decide about
-- them.
--
-- `hold`: 'check' until the pictures are checked; 'failed' because they could not be; 'person' until a moderator decides.
-- The function of five arguments stays for servers of the previous version.
-- Locks: `episodes` is rewritten (100,000 rows: 2 s); `videos` and `image_checks` for a moment.

create function episode_audience(
  is_playable boolean, visibility text, nsfw boolean, restriction text, creator_deactivated boolean, hold text
) returns text
language sql immutable parallel safe
return case
  when hold is not null then 'owner'
  else episode_audience(is_playable, visibility, nsfw, restriction, creator_deactivated)
end;

alter table episodes
  add column hold text,
  add constraint episodes_hold_check check (hold in ('check', 'failed', 'person'));
alter table episodes alter column audience set expression as (
  episode_audience(is_playable, visibility, nsfw, restriction, creator_deactivated, hold)
);

drop trigger episodes_trending_listed on episodes;
-- A trigger before the change cannot read a generated column.
create trigger episodes_trending_listed
  before insert or update of trending, nsfw, is_playable, visibility, restriction, creator_deactivated, hold
  on episodes for each row
  when (
    new.trending
    and episode_audience(
      new.is_playable, new.visibility, new.nsfw, new.restriction, new.creator_deactivated, new.hold
    ) <> 'everyone'
  )
  execute function keep_unlisted_from_trending();

-- Answers: which episodes wait for nothing but a check? They are released when episodes are no longer held back.
create index episodes_waiting_for_check on episodes (id) where hold = 'check';

-- A column of its own: servers of the previous version would take another value of `restricted_to` for a public one.
alter table videos add column is_for_moderators boolean default false not null;

update videos set is_for_moderators = true
from episodes
where video_id = uid and restriction = 'taken_down' and not creator_deactivated;

-- The poster that its creator had chosen when the pictures were checked; null for the automatic one.
alter table image_checks add column chosen_poster text;
