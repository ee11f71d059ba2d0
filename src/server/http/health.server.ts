import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { checkJobTables } from '#platform/job-rows.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'

export interface Health {
  /** 200 when requests can be served: the process is up and its database responds. */
  handleHealth(c: Context): Promise<Response>
  /** The state of each part, for operators and load balancers. */
  handleReadiness(c: Context): Promise<Response>
}

/** The longest that a check may take; its end is the event. */
const CHECK_TIMEOUT_MS = 3000
/** More frequent requests get the cached result, because the check of the storage writes. */
const CACHE_MS = 1000

export function createHealth(parts: { db: Db; storage: ObjectStorage }): Health {
  async function probeState(probe: Promise<unknown>): Promise<'ok' | 'failing'> {
    const timeout = Promise.withResolvers<'failing'>()
    const timer = setTimeout(() => timeout.resolve('failing'), CHECK_TIMEOUT_MS)
    const result = probe.then(
      () => 'ok' as const,
      () => 'failing' as const,
    )
    return Promise.race([result, timeout.promise]).finally(() => clearTimeout(timer))
  }

  const database = () => probeState(sql`select 1`.execute(parts.db))
  // The queue is in the database; beyond that, only its tables can be missing.
  const queue = () => probeState(checkJobTables(parts.db))
  const storage = () => probeState(parts.storage.check())

  async function checkParts() {
    const [db, jobs, objects] = await Promise.all([database(), queue(), storage()])
    const isReady = [db, jobs, objects].every((state) => state === 'ok')
    return { status: isReady ? 'ok' : 'failing', database: db, queue: jobs, storage: objects }
  }
  let last: { at: number; result: ReturnType<typeof checkParts> } | null = null

  return {
    async handleHealth(c) {
      const state = await database()
      return c.json({ status: state }, state === 'ok' ? 200 : 503)
    },
    async handleReadiness(c) {
      const now = performance.now()
      if (!last || now - last.at >= CACHE_MS) last = { at: now, result: checkParts() }
      const body = await last.result
      return c.json(body, body.status === 'ok' ? 200 : 503)
    },
  }
}
