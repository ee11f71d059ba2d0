import { createBatches } from '#platform/batches.ts'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isForeignKeyViolation } from './count-rows.server.ts'
import { type StoredPlay, storePlays, type TimedPlay } from './play-rows.server.ts'

export interface PlayRecorder {
  /** Resolves once the play is committed, or known not to count; null when its episode is gone. */
  record(play: TimedPlay): Promise<StoredPlay | null>
}

/** Batches plays, all of which share commits. @param log receives, once per commit, the number of plays over a limit */
export function createPlayRecorder(db: Db, log?: Pick<Log, 'info'>): PlayRecorder {
  const record = createBatches<TimedPlay, StoredPlay>({
    async run(plays) {
      const stored = await storePlays(db, plays)
      const cut = countOverLimit(plays, stored)
      if (cut.length > 0) log?.info({ cut }, 'views: plays over a limit were not counted')
      return stored
    },
    isGone: isForeignKeyViolation,
  })
  return { record }
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
