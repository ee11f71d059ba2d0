-- Films are looked at again, because pans over soft pictures are found as new drawings now. What is known of them stays until then.
-- A later version of the analysis that finds other drawings repeats the update.
-- Locks: frame_analyses against writes while each row is marked (an instant).

-- Since when the result is outdated, or when an attempt to renew it failed: it is renewed a day later. Null when it is not.
alter table frame_analyses add column outdated_at timestamptz(3);
update frame_analyses set outdated_at = now() - interval '1 day' where state = 'done';
