-- What a moderator decided about an episode and a comment: `restriction` narrows who may find an episode, in the one
-- column that every list, count and permission reads; `hidden_by_moderator` keeps the creator from showing a comment.
--
-- The function of three arguments stays for servers of the previous version.
-- Locks: `episodes` is rewritten (100,000 rows: 2 s); `comments` for a moment.

create function episode_audience(is_playable boolean, visibility text, nsfw boolean, restriction text) returns text
language sql immutable parallel safe
return case
  when restriction = 'taken_down' or not is_playable or visibility in ('private', 'scheduled') then 'owner'
  when restriction = 'limited' or visibility = 'unlisted' then 'link'
  when nsfw then 'profile'
  else 'everyone'
end;

alter table episodes
  add column restriction text,
  add constraint episodes_restriction_check check (restriction in ('limited', 'taken_down'));
alter table episodes
  alter column audience set expression as (episode_audience(is_playable, visibility, nsfw, restriction));

drop trigger episodes_trending_listed on episodes;
-- A trigger before the change cannot read a generated column.
create trigger episodes_trending_listed
  before insert or update of trending, nsfw, is_playable, visibility, restriction on episodes for each row
  when (new.trending and episode_audience(new.is_playable, new.visibility, new.nsfw, new.restriction) <> 'everyone')
  execute function keep_unlisted_from_trending();

alter table comments
  add column hidden_by_moderator boolean default false not null,
  add constraint comments_hidden_by_moderator_check check (hidden or not hidden_by_moderator);
