import type { Db } from '#platform/database.server.ts'
import { MIN_EMIT_INTERVAL_MS, RETRY_DELAY_MS } from '#platform/emit-interval.ts'
import type { Events } from '#platform/events.server.ts'
import { sleep } from '#platform/sleep.server.ts'
import { readPosition, writePosition } from './community-cursor.server.ts'
import type { Notification } from './notification.ts'
import { notificationChannel } from './notification-events.server.ts'
import { rowsAfter, unreadCounts } from './notification-rows.server.ts'
import { type NotificationViewsParts, toNotifications } from './notification-views.server.ts'

/** Event for a bell. `at` is the cursor to resume from; null where it does not change. */
export type BellEvent = { at: string | null } & (
  | { type: 'unread'; count: number }
  | { type: 'notification'; notification: Notification }
)

export type BellListener = (event: BellEvent) => void

export interface LiveNotifications {
  /**
   * Emits a person's number of unread notifications, at once and after any change on any node, and each new or changed
   * notification, until the returned function is called.
   *
   * @param since cursor at which an earlier connection ended; newer events come first. Null: from now on
   */
  followBell(uid: string, since: string | null, onEvent: BellListener): () => void
}

export interface LiveNotificationsParts extends NotificationViewsParts {
  db: Db
  events: Events
}

/** One open bell. */
interface Bell {
  onEvent: BellListener
  /** Position of the last notification that it knows; null before the first load. */
  position: number | null
  unread: number | null
}

/** Bells loaded by one set of queries. */
const PEOPLE_AT_A_TIME = 200
/** Most notifications that one change or reconnection emits; the rest are in the list. */
const EVENTS_MAX = 20

/** Changes that come together, such as an episode announced to all followers, are loaded together. */
export function createLiveNotifications(parts: LiveNotificationsParts): LiveNotifications {
  const { db, events } = parts
  const bells = new Map<string, Set<Bell>>()
  let pending = new Set<string>()
  let isLoading = false

  function markChanged(uids: Iterable<string>): void {
    for (const uid of uids) if (bells.has(uid)) pending.add(uid)
    if (!isLoading && pending.size > 0) void loadAll()
  }

  async function loadAll(): Promise<void> {
    isLoading = true
    while (pending.size > 0) {
      const uids = [...pending].slice(0, PEOPLE_AT_A_TIME)
      // Deleted before they are loaded: a later change adds them again.
      for (const uid of uids) pending.delete(uid)
      const delayMs = await load(uids).then(
        () => (pending.size > 0 ? 0 : MIN_EMIT_INTERVAL_MS),
        () => {
          pending = new Set([...pending, ...uids])
          return RETRY_DELAY_MS
        },
      )
      await sleep(delayMs)
    }
    isLoading = false
  }

  async function load(uids: string[]): Promise<void> {
    const open = new Map(uids.flatMap((uid) => (bells.has(uid) ? [[uid, [...bells.get(uid)!]]] : [])))
    const counts = await unreadCounts(db, [...open.keys()])
    const positions = new Map<string, number>()
    for (const [uid, all] of open) {
      const known = all.flatMap(({ position }) => position ?? [])
      if (known.length > 0) positions.set(uid, Math.min(...known))
    }
    const fresh = Map.groupBy(
      await toNotifications(parts, await rowsAfter(db, positions, EVENTS_MAX)),
      (each) => each.recipientUid,
    )
    for (const [uid, all] of open) {
      const { unread, newest } = counts.get(uid)!
      for (const bell of all) emitTo(bell, { unread, newest, fresh: fresh.get(uid) ?? [] })
    }
  }

  function emitTo(
    bell: Bell,
    { unread, newest, fresh }: { unread: number; newest: number; fresh: (Notification & { position: number })[] },
  ): void {
    const unknown = bell.position === null ? [] : fresh.filter(({ position }) => position > bell.position!)
    for (const notification of unknown) {
      bell.onEvent({ type: 'notification', notification, at: writePosition(notification.position) })
      bell.position = notification.position
    }
    bell.position ??= newest
    if (bell.unread === unread && unknown.length === 0) return
    bell.unread = unread
    bell.onEvent({ type: 'unread', count: unread, at: writePosition(bell.position) })
  }

  events.subscribe(
    notificationChannel,
    ({ uids }) => markChanged(uids ?? bells.keys()),
    // Events were missed.
    () => markChanged(bells.keys()),
  )

  return {
    followBell(uid, since, onEvent) {
      const bell: Bell = { onEvent, position: positionIn(since), unread: null }
      const all = bells.get(uid) ?? new Set()
      bells.set(uid, all.add(bell))
      markChanged([uid])
      return () => {
        all.delete(bell)
        if (all.size === 0 && bells.get(uid) === all) bells.delete(uid)
      }
    },
  }
}

/** The position of a cursor; null without one, and for one that this product has not written. */
function positionIn(cursor: string | null): number | null {
  try {
    return cursor === null ? null : readPosition(cursor)
  } catch {
    return null
  }
}
