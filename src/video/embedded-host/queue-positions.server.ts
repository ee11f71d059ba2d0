import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { videoChannel } from '../video-events.server.ts'
import { chunkJob, encodeJob, probeJob, slowEncodeJob } from '../video-jobs.ts'

/** The queue of videos that wait for one of our workers. */
export interface QueuePositions {
  /** Number of videos ahead of each waiting video, by uid; videos that do not wait are absent. */
  positions(): Promise<Map<string, number>>
}

/** The jobs that a video waits for before it plays, each with its own queue. */
const kinds: JobKind<{ uid: string }>[] = [probeJob, encodeJob, slowEncodeJob, chunkJob]

/** The queues are read at most every 500 ms however many ask, and again after any video has changed. */
const FRESH_MS = 500

export function createQueuePositions({ db, jobs, events }: { db: Db; jobs: Jobs; events: Events }): QueuePositions {
  let known: { positions: Promise<Map<string, number>>; at: number } | null = null
  const invalidate = () => {
    known = null
  }
  events.subscribe(videoChannel, invalidate, invalidate)

  async function read(): Promise<Map<string, number>> {
    const queues = await Promise.all(kinds.map((kind) => jobs.waiting(db, kind)))
    const wanted = await stillWanted(queues.flat().map(({ uid }) => uid))
    const positions = new Map<string, number>()
    for (const queue of queues) {
      // A video may be queued with several chunks, of which the first counts, or twice after a worker stopped.
      const uids = [...new Set(queue.map(({ uid }) => uid))].filter((uid) => wanted.has(uid))
      for (const [position, uid] of uids.entries()) positions.set(uid, position)
    }
    return positions
  }

  /** Leaves out videos that failed: their jobs may still be queued, but a worker drops them immediately. */
  async function stillWanted(uids: string[]): Promise<Set<string>> {
    if (uids.length === 0) return new Set()
    const { rows } = await sql<{ uid: string }>`
      select uid from videos where uid = any (${uids}) and state in ('queued', 'inprogress')`.execute(db)
    return new Set(rows.map(({ uid }) => uid))
  }

  return {
    positions() {
      if (known && performance.now() - known.at < FRESH_MS) return known.positions
      const reading = { positions: read(), at: performance.now() }
      known = reading
      reading.positions.catch(() => {
        if (known === reading) known = null
      })
      return reading.positions
    },
  }
}
