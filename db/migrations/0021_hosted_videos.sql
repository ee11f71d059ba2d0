-- Videos may lie at a hosted service, which takes their bytes at an address of its own and is asked now and then how far
-- they are. Column changes with constant defaults: no row is written anew. The index is new and begins empty.

alter table videos
  alter column upload_key_hash drop not null,
  add column host text not null default 'embedded' check (host in ('embedded', 'cloudflare')),
  -- When the service is asked next without anybody waiting; null when it has said all there is. And when it was asked last.
  add column ask_at timestamptz(3),
  add column asked_at timestamptz(3),
  add constraint videos_upload_key_check check (host <> 'embedded' or upload_key_hash is not null);

-- Answers: which videos is the service to be asked about now? (reconciling)
create index videos_to_ask on videos (ask_at) where ask_at is not null;
