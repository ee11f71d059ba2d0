-- What the trending job asks, and what must hold whoever writes the flag. Holds daily_totals and episodes against writing
-- while the two indexes are built: under a second for each million days; the second one is nearly empty.

-- Answers: what was played in these days?
create index daily_totals_day on daily_totals (day);
-- Answers: which episodes are trending? (the job compares them with those that are to be)
create index episodes_trending on episodes (id) where trending;

-- An episode that strangers do not find on Explore is not trending: from the moment it is marked, not from the next run.
create function keep_unlisted_from_trending() returns trigger
language plpgsql as $$
begin
  new.trending := false;
  return new;
end $$;

create trigger episodes_trending_listed before insert or update of trending, nsfw, is_playable on episodes
  for each row when (new.trending and (new.nsfw or not new.is_playable))
  execute function keep_unlisted_from_trending();

update episodes set trending = false where trending and (nsfw or not is_playable);
