import { sql } from 'kysely'
import type { Db } from './database.server.ts'
import { newId } from './ids.server.ts'
import type { Log } from './log.server.ts'
import { sleep } from './sleep.server.ts'

/** The facts that a process reports about itself. */
export interface NodeFacts {
  /** Name of the machine. */
  name: string
  role: 'all' | 'web' | 'worker'
  /** Version of Hoshi. */
  version: string
}

/** A process that serves or works. */
export interface ListedNode extends NodeFacts {
  id: string
  startedAt: Date
  seenAt: Date
  /** Whether its last beat is old: it hangs, was killed, or cannot reach the database. */
  isSilent: boolean
}

/** The processes of one Hoshi, on any machine. */
export interface Nodes {
  /** Lists this process from now on. */
  start(): Promise<void>
  /** Lists the oldest process first. */
  list(): Promise<ListedNode[]>
  /** Takes this process from the list, unless the database does not answer. */
  close(): Promise<void>
}

const BEAT_MS = 15_000
/** A process counts as silent once it has missed three beats. */
const SILENT_SECONDS = 45
/** A process that is silent for so long is taken from the list by the others. @see docs/product.md#limits */
const GONE_SECONDS = 600
/** The longest that a stop waits for the database. */
const LEAVE_MS = 1000

/** Nodes by rows that each process renews. No other timer runs in every role and with every host of videos. */
export function createNodes({ db, log }: { db: Db; log: Pick<Log, 'debug'> }, facts: NodeFacts): Nodes {
  const id = newId()
  let timer: NodeJS.Timeout | undefined

  async function beat(): Promise<void> {
    const { name, role, version } = facts
    await sql`
      insert into nodes (id, name, role, version, started_at, seen_at)
      values (${id}, ${name}, ${role}, ${version}, now(), now())
      on conflict (id) do update set seen_at = now()`.execute(db)
    await sql`delete from nodes where seen_at < now() - make_interval(secs => ${GONE_SECONDS})`.execute(db)
  }

  return {
    async start() {
      await beat()
      const again = () => beat().catch((error) => log.debug({ err: error }, 'nodes: renewing the entry failed'))
      timer = setInterval(() => void again(), BEAT_MS).unref()
    },

    async list() {
      const { rows } = await sql<ListedNode>`
        select id, name, role, version, started_at as "startedAt", seen_at as "seenAt",
          seen_at < now() - make_interval(secs => ${SILENT_SECONDS}) as "isSilent"
        from nodes order by started_at, id`.execute(db)
      return rows
    },

    async close() {
      if (!timer) return
      clearInterval(timer)
      const leaving = sql`delete from nodes where id = ${id}`.execute(db).catch(() => {})
      await Promise.race([leaving, sleep(LEAVE_MS)])
    },
  }
}
