import { type Announcements, type AnnouncementsParts, createAnnouncements } from './announcements.server.ts'
import { createDigests, type Digests, type DigestsParts } from './digests.server.ts'
import { createFollows, type Follows, type FollowsParts } from './follows.server.ts'
import { createLiveNotifications, type LiveNotifications } from './live-notifications.server.ts'
import { createNotifications, type Notifications, type NotificationsParts } from './notifications.server.ts'

/** Follows and notifications. */
export interface Community extends Follows, Notifications, LiveNotifications, Digests, Announcements {}

export type CommunityParts = FollowsParts & NotificationsParts & DigestsParts & AnnouncementsParts

export function createCommunity(parts: CommunityParts): Community {
  return {
    ...createFollows(parts),
    ...createNotifications(parts),
    ...createLiveNotifications(parts),
    ...createDigests(parts),
    ...createAnnouncements(parts),
  }
}
