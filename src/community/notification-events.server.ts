import type { Db, Trx } from '#platform/database.server.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'

/** The notifications of these people have changed; null for anybody's. */
interface NotificationEvent {
  uids: string[] | null
}

export const notificationChannel = eventChannel<NotificationEvent>('notifications_changed')

/** Ids that fit into one event. */
const IDS_AT_A_TIME = 200

/** Announces to every node whose notifications have changed, with the caller's transaction. */
export async function emitNotificationEvents(events: Events, db: Db | Trx, uids: string[] | null): Promise<void> {
  if (uids === null) return await events.publish(db, notificationChannel, { uids })
  for (let at = 0; at < uids.length; at += IDS_AT_A_TIME) {
    await events.publish(db, notificationChannel, { uids: uids.slice(at, at + IDS_AT_A_TIME) })
  }
}
