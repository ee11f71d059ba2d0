-- Words that hold or refuse comments, titles and names. A new table, and a column of a small one.

create table site_words (
  id text primary key,
  -- As whoever added it wrote it.
  word text not null check (char_length(word) between 1 and 60),
  -- Its normal form. Answers: is it listed? Lists are in this order.
  normal_form text not null unique,
  action text not null check (action in ('hold', 'refuse')),
  places text[] not null check (places <@ array['comment', 'title', 'name'] and places <> '{}'),
  created_at timestamptz(3) not null
);

-- The listed word for which a thing is in the queue.
alter table moderation_items add column word text check (char_length(word) <= 60);
