-- The part whose poster stands for its series, where its creator chose one. It goes with the part; a hidden one stands for
-- nothing (src/series/visible-series.server.ts).
-- Locks: series_episodes, for an instant; a constant default rewrites nothing.

alter table series_episodes add column is_cover boolean not null default false;

create unique index series_episodes_cover on series_episodes (series_id) where is_cover;
comment on index series_episodes_cover is 'One cover in a series at most: storeCover in src/series/series-rows.server.ts.';
