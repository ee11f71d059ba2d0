-- How many bytes of video one creator may store, where it differs from the setting CREATOR_QUOTA_BYTES. A new table only.

create table upload_quotas (
  creator_id text primary key references users (id) on delete cascade,
  quota_bytes bigint not null check (quota_bytes >= 0)
);
