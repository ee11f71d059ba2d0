import type { Db, Trx } from '#platform/database.server.ts'
import { MIN_EMIT_INTERVAL_MS } from '#platform/emit-interval.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'

/** Event emitted to every node when counts have changed. */
export interface CountEvent {
  episodeIds: string[]
}

export const countChannel = eventChannel<CountEvent>('episode_counts_changed')

/** Event emitted to every node when figures of whole channels have changed: followers gained or lost, support clicks. */
export interface ChannelCountEvent {
  creatorUids: string[]
}

export const channelCountChannel = eventChannel<ChannelCountEvent>('channel_counts_changed')

export interface CountEvents {
  /** Emits, after the commit, that an episode's counts have changed: immediately, or in the next batch. */
  changed(episodeId: string): void
  /** Emits, after the commit, that a count of a creator's whole channel has changed: immediately, or in a batch. */
  channelChanged(creatorUid: string): void
}

/** Emits with the commit of the caller's transaction, or immediately without one. */
export async function emitCountEvents(
  events: Pick<Events, 'publish'>,
  db: Db | Trx,
  episodeIds: string[],
): Promise<void> {
  for (let at = 0; at < episodeIds.length; at += IDS_AT_A_TIME) {
    const event: CountEvent = { episodeIds: episodeIds.slice(at, at + IDS_AT_A_TIME) }
    await events.publish(db, countChannel, event)
  }
}

/** Emits with the commit of the caller's transaction, or immediately without one. */
export async function emitChannelCountEvents(
  events: Pick<Events, 'publish'>,
  db: Db | Trx,
  creatorUids: string[],
): Promise<void> {
  for (let at = 0; at < creatorUids.length; at += IDS_AT_A_TIME) {
    const event: ChannelCountEvent = { creatorUids: creatorUids.slice(at, at + IDS_AT_A_TIME) }
    await events.publish(db, channelCountChannel, event)
  }
}

/** Ids that fit into one event. */
const IDS_AT_A_TIME = 200

/**
 * Emits at most four events a second, however much is played. It does so outside the counting transactions: commits with
 * an event are serialised, and a lost event only delays a dashboard.
 */
export function createCountEvents(db: Db, events: Events): CountEvents {
  let pending = new Set<string>()
  let pendingChannels = new Set<string>()
  let isThrottled = false

  function emit(): void {
    const [ids, creatorUids] = [[...pending], [...pendingChannels]]
    pending = new Set()
    pendingChannels = new Set()
    isThrottled = true
    setTimeout(() => {
      isThrottled = false
      if (pending.size + pendingChannels.size > 0) emit()
    }, MIN_EMIT_INTERVAL_MS).unref()
    // The change is already stored; without a database no listener could receive the event.
    emitCountEvents(events, db, ids).catch(() => {})
    emitChannelCountEvents(events, db, creatorUids).catch(() => {})
  }

  return {
    changed(episodeId) {
      pending.add(episodeId)
      if (!isThrottled) emit()
    },
    channelChanged(creatorUid) {
      pendingChannels.add(creatorUid)
      if (!isThrottled) emit()
    },
  }
}
