-- What an episode warns its viewers of, chosen by its creator.
-- Locks: episodes, while the check is validated.

alter table episodes
  add column content_notes text[] not null default '{}'
  constraint episodes_content_notes_known check (content_notes <@ array['gore', 'flashing', 'spoilers', 'loud']);
