-- Whether a creator reserves their works from text and data mining, which is so unless they say otherwise. Locks
-- `creators` for an instant.

alter table creators add column training_reserved boolean not null default true;
