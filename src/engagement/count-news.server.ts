import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'

/** What is announced, to every node, when numbers have changed. */
export interface CountChange {
  episodeIds: string[]
}

export const COUNT_CHANNEL = 'episode_counts_changed'

export interface CountNews {
  /** Announces that an episode's numbers are new, after their commit: at once, or with what else changes soon. */
  changed(episodeId: string): void
}

/** Announces in the caller's transaction, or at once. */
export async function announceCounts(events: Events, db: Db | Trx, episodeIds: string[]): Promise<void> {
  for (let at = 0; at < episodeIds.length; at += IDS_AT_A_TIME) {
    const change: CountChange = { episodeIds: episodeIds.slice(at, at + IDS_AT_A_TIME) }
    await events.publish(db, COUNT_CHANNEL, change)
  }
}

/** Shortest time between two announcements of one process. */
const BETWEEN_MS = 250
/** Ids that fit into one announcement. */
const IDS_AT_A_TIME = 200

/**
 * Announces at most four times a second, however much is played. Apart from the transactions that count: committing an
 * announcement makes transactions take turns, and a lost one only costs a dashboard some patience.
 */
export function createCountNews(db: Db, events: Events): CountNews {
  let waiting = new Set<string>()
  let isResting = false

  function tell(): void {
    const ids = [...waiting]
    waiting = new Set()
    isResting = true
    setTimeout(() => {
      isResting = false
      if (waiting.size > 0) tell()
    }, BETWEEN_MS).unref()
    // What happened is stored and answered; without a database there is nobody to tell.
    announceCounts(events, db, ids).catch(() => {})
  }

  return {
    changed(episodeId) {
      waiting.add(episodeId)
      if (!isResting) tell()
    },
  }
}
