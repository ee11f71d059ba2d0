-- Whether a creator states that people make their works. Locks `creators` for an instant.

alter table creators add column made_by_people boolean not null default false;
