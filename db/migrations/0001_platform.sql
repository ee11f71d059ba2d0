-- Limits shared by every node (platform/rate-limits.server.ts). Nothing exists yet, so nothing is locked.

create table rate_limits (
  key text primary key check (length(key) between 1 and 200),
  used integer not null check (used >= 0),
  ends_at timestamptz(3) not null
);

-- Answers: which windows have ended and may be swept.
create index rate_limits_ends_at on rate_limits (ends_at);
