import { type Announcements, type AnnouncementsParts, createAnnouncements } from './announcements.server.ts'
import { createDigests, type Digests, type DigestsParts } from './digests.server.ts'
import { createFollowingFeed, type FollowingFeed, type FollowingFeedParts } from './following-feed.server.ts'
import { createFollows, type Follows, type FollowsParts } from './follows.server.ts'
import { createLiveNotifications, type LiveNotifications } from './live-notifications.server.ts'
import { createNotifications, type Notifications, type NotificationsParts } from './notifications.server.ts'

/** Follows and notifications. */
export interface Community extends Follows, FollowingFeed, Notifications, LiveNotifications, Digests, Announcements {}

export type CommunityParts = FollowsParts & FollowingFeedParts & NotificationsParts & DigestsParts & AnnouncementsParts

export function createCommunity(parts: CommunityParts): Community {
  return {
    ...createFollows(parts),
    ...createFollowingFeed(parts),
    ...createNotifications(parts),
    ...createLiveNotifications(parts),
    ...createDigests(parts),
    ...createAnnouncements(parts),
  }
}
