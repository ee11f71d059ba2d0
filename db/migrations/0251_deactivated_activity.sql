-- Likes and follows of a deactivated account are moved here, and back when it is restored: the triggers of the other tables keep
-- every count, and no list has to leave anything out. New tables only, nothing is locked.

create table deactivated_likes (
  episode_id text not null references episode_stats (episode_id) on delete cascade,
  uid text not null references users (id) on delete cascade,
  liked_at timestamptz(3) not null,
  -- As in `likes`; finds what goes with an episode.
  primary key (episode_id, uid)
);
create index deactivated_likes_person on deactivated_likes (uid);
comment on index deactivated_likes_person is 'Which likes come back? (restoring, cascade)';

create table deactivated_comment_likes (
  comment_id text not null references comments (id) on delete cascade,
  uid text not null references users (id) on delete cascade,
  liked_at timestamptz(3) not null,
  -- As in `comment_likes`; finds what goes with a comment.
  primary key (comment_id, uid)
);
create index deactivated_comment_likes_person on deactivated_comment_likes (uid);
comment on index deactivated_comment_likes_person is 'Which likes come back? (restoring, cascade)';

create table deactivated_follows (
  follower_uid text not null references users (id) on delete cascade,
  creator_uid text not null references creators (uid) on delete cascade,
  followed_at timestamptz(3) not null,
  -- As in `follows`: whom does this account follow once it is restored?
  primary key (follower_uid, creator_uid)
);
create index deactivated_follows_creator on deactivated_follows (creator_uid);
comment on index deactivated_follows_creator is 'Who else follows this creator? (cascade)';
