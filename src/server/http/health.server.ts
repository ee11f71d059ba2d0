import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'

export interface Health {
  /** 200 when requests can be served: the process is up and its database answers. */
  answerHealth(c: Context): Promise<Response>
  /** The state of each part, for operators and load balancers. */
  answerReady(c: Context): Promise<Response>
}

const PROBE_TIMEOUT_MS = 3000
/** Whoever asks more often gets the same answer: the look at the storage writes. */
const REMEMBERED_MS = 1000

export function createHealth(parts: { db: Db; storage: ObjectStorage }): Health {
  async function isWell(probe: Promise<unknown>): Promise<'ok' | 'failing'> {
    const timeout = Promise.withResolvers<'failing'>()
    const timer = setTimeout(() => timeout.resolve('failing'), PROBE_TIMEOUT_MS)
    const outcome = probe.then(
      () => 'ok' as const,
      () => 'failing' as const,
    )
    return Promise.race([outcome, timeout.promise]).finally(() => clearTimeout(timer))
  }

  const database = () => isWell(sql`select 1`.execute(parts.db))
  // The queue lives in the database; what can be wrong beside it is that its tables are not there yet.
  const queue = () => isWell(sql`select 1 from pgboss.queue limit 1`.execute(parts.db))
  const storage = () => isWell(parts.storage.check())

  async function look() {
    const [db, jobs, objects] = await Promise.all([database(), queue(), storage()])
    const isReady = [db, jobs, objects].every((state) => state === 'ok')
    return { status: isReady ? 'ok' : 'failing', database: db, queue: jobs, storage: objects }
  }
  let last: { at: number; seen: ReturnType<typeof look> } | null = null

  return {
    async answerHealth(c) {
      const state = await database()
      return c.json({ status: state }, state === 'ok' ? 200 : 503)
    },
    async answerReady(c) {
      const now = performance.now()
      if (!last || now - last.at >= REMEMBERED_MS) last = { at: now, seen: look() }
      const body = await last.seen
      return c.json(body, body.status === 'ok' ? 200 : 503)
    },
  }
}
