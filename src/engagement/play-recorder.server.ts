import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isForeignKeyViolation } from './count-rows.server.ts'
import { type StoredPlay, storePlays, type TimedPlay } from './play-rows.server.ts'

export interface PlayRecorder {
  /** Resolves once the play is committed, or known not to count; null when its episode is gone. */
  record(play: TimedPlay): Promise<StoredPlay | null>
}

interface PendingPlay {
  play: TimedPlay
  resolve(stored: StoredPlay | null): void
  reject(error: unknown): void
}

const MAX_BATCH_SIZE = 500

/**
 * Batches plays while the previous commit runs: an idle server responds after one commit, a busy one needs few commits.
 * There is no timer.
 *
 * @param log receives, once per commit, the number of plays over a limit
 */
export function createPlayRecorder(db: Db, log?: Pick<Log, 'info'>): PlayRecorder {
  let pending: PendingPlay[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    if (isStoring) return
    isStoring = true
    while (pending.length > 0) {
      const batch = pending.slice(0, MAX_BATCH_SIZE)
      pending = pending.slice(MAX_BATCH_SIZE)
      await store(batch)
    }
    isStoring = false
  }

  /** Settles every play of the batch; never throws. */
  async function store(batch: PendingPlay[]): Promise<void> {
    const plays = batch.map((each) => each.play)
    try {
      const stored = await storePlays(db, plays)
      for (const [index, each] of batch.entries()) each.resolve(stored[index] ?? null)
      const cut = countOverLimit(plays, stored)
      if (cut.length > 0) log?.info({ cut }, 'views: plays over a limit were not counted')
    } catch (error) {
      if (!isForeignKeyViolation(error)) for (const each of batch) each.reject(error)
      else if (batch.length === 1) batch[0]!.resolve(null)
      // One removed episode must not cost the others their plays.
      else for (const each of batch) await store([each])
    }
  }

  return {
    record(play) {
      return new Promise((resolve, reject) => {
        pending.push({ play, resolve, reject })
        void storeAll()
      })
    },
  }
}

/** Number of plays of each episode that were over a limit, by limit. */
function countOverLimit(plays: TimedPlay[], stored: (StoredPlay | null)[]) {
  const counts = new Map<string, { episodeId: string; limit: string; plays: number }>()
  for (const [index, { episodeId }] of plays.entries()) {
    const limit = stored[index]?.exceededLimit
    if (!limit) continue
    const key = `${episodeId} ${limit}`
    counts.set(key, { episodeId, limit, plays: (counts.get(key)?.plays ?? 0) + 1 })
  }
  return [...counts.values()]
}
