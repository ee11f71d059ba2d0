-- Calls to sign-in and reset are counted in rate_limits, by a keyed hash; this table kept the network address itself.
-- Servers of the previous version still write to it, so it goes one release later, and is swept until then. Row locks only.
delete from auth_rate_limits;
comment on table auth_rate_limits is 'Unused since 0013.';
