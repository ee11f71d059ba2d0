-- Whether viewers may save single frames of an episode. Locks `episodes` for an instant.

alter table episodes add column frames_open boolean not null default false;
