-- Where the shots of a video begin, and how much each drawing changes. Locks: frame_analyses, for an instant.

-- The first frames of all shots but the first, in order; null where the frames were analysed before cuts were looked for.
alter table frame_analyses add column cuts integer[];
-- Of each of `drawings`: share of the picture that differs from the frame before, 0 to 100. Null as `cuts`.
alter table frame_analyses add column changes smallint[];
