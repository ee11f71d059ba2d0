import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import { createBatches } from '#platform/batches.ts'
import { type Clock, DAY_MS } from '#platform/clock.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { readPosition, writePosition } from './community-cursor.server.ts'
import {
  NOTIFICATION_DAYS,
  NOTIFICATIONS_PAGE,
  NOTIFICATIONS_PAGE_MAX,
  type NotificationPage,
  type NotificationSettings,
} from './notification.ts'
import { emitNotificationEvents } from './notification-events.server.ts'
import {
  deleteNotificationsBefore,
  findSettings,
  markRead,
  notificationRows,
  notificationsOf,
  positionOf,
  unreadCounts,
  updateSettings,
} from './notification-rows.server.ts'
import { type NotificationViewsParts, toNotifications } from './notification-views.server.ts'

/** One person's notifications, which of them are read, and which kinds they want. */
export interface Notifications {
  /** Newest first, at most `limit` (1 to 60). @throws Refusal community.cursor_invalid */
  notifications(account: Account, page: { cursor?: string; limit?: number }): Promise<NotificationPage>
  /** Number of unread notifications. */
  unread(account: Account): Promise<number>
  /** Marks this notification and all older ones as read. Idempotent. @throws Refusal community.notification_not_found */
  markRead(account: Account, upTo: string): Promise<void>
  notificationSettings(account: Account): Promise<NotificationSettings>
  changeNotificationSettings(account: Account, changes: Partial<NotificationSettings>): Promise<NotificationSettings>
  /** All notifications of a person, oldest first; for that person only. */
  notificationsOf(uid: string): ReturnType<typeof notificationsOf>
  /** Removes notifications that are past their retention. Safe on any node, at any time. */
  cleanUp(): Promise<void>
}

export interface NotificationsParts extends NotificationViewsParts {
  db: Db
  clock: Clock
  events: Events
  identity: Pick<Identity, 'lockAgainstRemoval'>
}

export function createNotifications(parts: NotificationsParts): Notifications {
  const { db, clock, events, identity } = parts

  // Every page asks.
  const unreadOf = createBatches<string, number>({
    async run(uids) {
      const counts = await unreadCounts(db, [...new Set(uids)])
      return uids.map((uid) => counts.get(uid)?.unread ?? 0)
    },
    isGone: () => false,
  })

  const unread = async ({ uid }: Account) => (await unreadOf(uid)) ?? 0

  return {
    async notifications(account, page) {
      const before = page.cursor === undefined ? null : readPosition(page.cursor)
      const limit = pageSize(page.limit, { size: NOTIFICATIONS_PAGE, maxSize: NOTIFICATIONS_PAGE_MAX })
      const rows = await notificationRows(db, account.uid, { before, limit: limit + 1 })
      const chosen = rows.slice(0, limit)
      const last = chosen.at(-1)
      return {
        notifications: await toNotifications(parts, chosen),
        // Counted after the rows, so that none of them is missing from the number.
        unread: await unread(account),
        nextCursor: rows.length > limit && last ? writePosition(last.position) : null,
      }
    },

    unread,

    async markRead({ uid }, upTo) {
      const position = isPossibleId(upTo) ? await positionOf(db, uid, upTo) : undefined
      if (position === undefined) throw new Refusal('community.notification_not_found', { field: 'upTo' })
      await transact(db, async (trx) => {
        if (await markRead(trx, uid, position, clock.now())) await emitNotificationEvents(events, trx, [uid])
      })
    },

    notificationSettings: ({ uid }) => findSettings(db, uid),

    changeNotificationSettings: ({ uid }, changes) =>
      transact(db, async (trx) => {
        await identity.lockAgainstRemoval(trx, uid)
        return await updateSettings(trx, uid, changes)
      }),

    notificationsOf: (uid) => notificationsOf(db, uid),
    cleanUp: () => deleteNotificationsBefore(db, new Date(clock.now().getTime() - NOTIFICATION_DAYS * DAY_MS)),
  }
}
