import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import { chunkJob, encodeJob, measureJob, slowEncodeJob } from './video-jobs.ts'
import { VIDEO_CHANNEL } from './video-news.server.ts'

/** Who waits for a worker of ours. */
export interface WaitingLine {
  /** How many wait before each video that waits, by uid; those that do not wait are absent. */
  places(): Promise<Map<string, number>>
}

/** The work that a video waits for before it plays, a line of its own each. */
const kinds: JobKind<{ uid: string }>[] = [measureJob, encodeJob, slowEncodeJob, chunkJob]

/** However many ask, the lines are read twice a second at most, and again once any video has changed. */
const FRESH_MS = 500

export function createWaitingLine({ db, jobs, events }: { db: Db; jobs: Jobs; events: Events }): WaitingLine {
  let known: { places: Promise<Map<string, number>>; at: number } | null = null
  const forget = () => {
    known = null
  }
  events.subscribe(VIDEO_CHANNEL, forget, forget)

  async function read(): Promise<Map<string, number>> {
    const lines = await Promise.all(kinds.map((kind) => jobs.waiting(db, kind)))
    const wanted = await stillWanted(lines.flat().map(({ uid }) => uid))
    const places = new Map<string, number>()
    for (const line of lines) {
      // A video may be there with several chunks, of which the first counts, or twice after a worker stopped.
      const uids = [...new Set(line.map(({ uid }) => uid))].filter((uid) => wanted.has(uid))
      for (const [place, uid] of uids.entries()) places.set(uid, place)
    }
    return places
  }

  /** The job of a video that has failed may stay in the line, and takes nobody's time. */
  async function stillWanted(uids: string[]): Promise<Set<string>> {
    if (uids.length === 0) return new Set()
    const { rows } = await sql<{ uid: string }>`
      select uid from videos where uid = any (${uids}) and state in ('queued', 'inprogress')`.execute(db)
    return new Set(rows.map(({ uid }) => uid))
  }

  return {
    places() {
      if (known && performance.now() - known.at < FRESH_MS) return known.places
      const reading = { places: read(), at: performance.now() }
      known = reading
      reading.places.catch(() => {
        if (known === reading) known = null
      })
      return reading.places
    },
  }
}
