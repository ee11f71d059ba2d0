-- Trending goes by what people watch of others' episodes: plays say whether their creator made them, days how many watches
-- others made. And a key for each day by which signed-in people are told apart. `plays` and `daily_totals` are held while
-- the past is summed up: about a second for each million plays.

-- Plays first, as whoever stores one does. Whose the plays of the past were is not known.
alter table plays add column is_own boolean not null default false;
alter table daily_totals add column watches_of_others bigint not null default 0 check (watches_of_others >= 0);

update daily_totals set watches_of_others = made.number
from (select episode_id, day, count(*) as number from plays where kind = 'watch' group by episode_id, day) as made
where daily_totals.episode_id = made.episode_id and daily_totals.day = made.day;

create function count_plays_for_the_day() returns trigger language plpgsql as $$
begin
  -- In one order everywhere.
  perform from episode_stats where episode_id in (select episode_id from changed) order by episode_id for update;
  insert into daily_totals as held (episode_id, day, views, watches_of_others)
  select episode_id, day, count(*), count(*) filter (where kind = 'watch' and not is_own)
  from changed group by episode_id, day order by episode_id, day
  on conflict (episode_id, day) do update set
    views = held.views + excluded.views,
    watches_of_others = held.watches_of_others + excluded.watches_of_others;
  return null;
end
$$;

drop trigger plays_added on plays;
create trigger plays_added after insert on plays
  referencing new table as changed for each statement execute function count_plays_for_the_day();

-- The key that a signed-in person's visitor hash is made with on a UTC day. It goes when the day is over, and with it the
-- way from an account to its plays.
create table visitor_days (
  day date primary key,
  key bytea not null check (octet_length(key) = 32)
);
