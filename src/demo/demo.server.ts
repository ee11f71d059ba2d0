import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import { demoPassword } from './demo-password.server.ts'
import { decide, findDecision, markAnnounced, markSeeded } from './demo-rows.server.ts'
import { createSeeder, type SeederParts } from './seeder.server.ts'

/** The operator's option: `when_new` fills only a Hoshi without accounts. */
export type DemoOption = 'on' | 'off' | 'when_new'

/** Credentials of a demo creator, for the terminal. */
export interface DemoSignIn {
  username: string
  email: string
  password: string
}

/** Fills a new Hoshi with sample episodes. */
export interface Demo {
  /**
   * Decides, once for each database, whether there is a demo, and enqueues the job that fills it; an interrupted job
   * continues. Called at every start, by processes that serve.
   * @returns the sign-ins, only the first time and only in one process; otherwise null
   */
  start(): Promise<DemoSignIn[] | null>
  /**
   * Fills it now, whatever the option, where an interrupted fill ended. Running workers process its videos.
   * @returns the sign-ins; null when it is filled already, or by another process
   */
  fill(): Promise<DemoSignIn[] | null>
}

export interface DemoParts extends Omit<SeederParts, 'passwordOf'> {
  db: Db
  clock: Clock
  jobs: Jobs
  locks: Locks
  option: DemoOption
  /** Source of the passwords, together with a salt in the database. */
  secret: string
}

const seedJob: JobKind<Record<never, never>> = {
  name: 'demo.fill',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 6 * 3600,
}
/** Lower than that of all other jobs. */
const LOWEST_PRIORITY = -100

/** Creates the demo and registers the job that fills it. */
export function createDemo(parts: DemoParts): Demo {
  const { db, clock, jobs, locks, option, secret, content } = parts

  jobs.handle(seedJob, 1, async (_data, { signal }) => {
    if (option !== 'off') await fill(signal)
  })

  /** @returns the salt of the passwords; null when there was nothing to do */
  async function fill(signal: AbortSignal): Promise<string | null> {
    // After a kill there may be two jobs: the interrupted one and that of the next start.
    const lock = await locks.tryAcquire('demo.fill')
    if (!lock) return null
    try {
      const decision = await findDecision(db)
      if (decision?.state !== 'filling') return null
      const passwordOf = (email: string) => demoPassword(secret, decision.salt, email)
      await createSeeder({ ...parts, passwordOf }).seed(AbortSignal.any([signal, lock.lost]))
      await markSeeded(db)
      return decision.salt
    } finally {
      await lock.release()
    }
  }

  const signIns = (salt: string): DemoSignIn[] =>
    content.creators.map(({ username, email }) => ({ username, email, password: demoPassword(secret, salt, email) }))

  return {
    async fill() {
      await decide(db, { state: 'filling', salt: newId(), decided_at: clock.now() }, true)
      const salt = await fill(new AbortController().signal)
      if (salt === null) return null
      await markAnnounced(db, clock.now())
      return signIns(salt)
    },
    async start() {
      const isWanted = option === 'on' || (option === 'when_new' && !(await parts.identity.hasAccounts()))
      const state = isWanted ? 'filling' : 'declined'
      await decide(db, { state, salt: newId(), decided_at: clock.now() }, option === 'on')
      const decision = await findDecision(db)
      if (option === 'off' || decision?.state !== 'filling') return null
      await jobs.enqueue(db, seedJob, {}, { priority: LOWEST_PRIORITY })
      if (!(await markAnnounced(db, clock.now()))) return null
      return signIns(decision.salt)
    },
  }
}
