import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isForeignKeyViolation } from './count-rows.server.ts'
import { type StoredPlay, storePlays, type TimedPlay } from './play-rows.server.ts'

export interface PlayRecorder {
  /** Resolves once the play is committed, or known not to count; null when its episode is gone. */
  record(play: TimedPlay): Promise<StoredPlay | null>
}

interface Waiting {
  play: TimedPlay
  resolve(stored: StoredPlay | null): void
  reject(error: unknown): void
}

const LARGEST_BATCH = 500

/**
 * Gathers plays while the commit before them runs and stores them together: an idle server answers after one commit, a
 * busy one needs few. There is no timer.
 *
 * @param log told once a commit how many plays were over a limit
 */
export function createPlayRecorder(db: Db, log?: Pick<Log, 'info'>): PlayRecorder {
  let waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    if (isStoring) return
    isStoring = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await store(batch)
    }
    isStoring = false
  }

  /** Answers everyone in the batch; never throws. */
  async function store(batch: Waiting[]): Promise<void> {
    const plays = batch.map((each) => each.play)
    try {
      const stored = await storePlays(db, plays)
      for (const [index, each] of batch.entries()) each.resolve(stored[index] ?? null)
      const cut = countCuts(plays, stored)
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
        waiting.push({ play, resolve, reject })
        void storeAll()
      })
    },
  }
}

/** How many plays of each episode found no place, by the limit that was full. */
function countCuts(plays: TimedPlay[], stored: (StoredPlay | null)[]) {
  const cuts = new Map<string, { episodeId: string; limit: string; plays: number }>()
  for (const [index, { episodeId }] of plays.entries()) {
    const limit = stored[index]?.cutBy
    if (!limit) continue
    const key = `${episodeId} ${limit}`
    cuts.set(key, { episodeId, limit, plays: (cuts.get(key)?.plays ?? 0) + 1 })
  }
  return [...cuts.values()]
}
