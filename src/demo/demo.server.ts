import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import { demoPassword } from './demo-password.server.ts'
import { claimAnnouncement, decide, findDecision, markFilled } from './demo-rows.server.ts'
import { createFilling, type FillingParts } from './filling.server.ts'

/** What the operator wants: `when_new` fills only a Hoshi in which nobody has an account yet. */
export type DemoWish = 'on' | 'off' | 'when_new'

/** How somebody at the terminal may log in as a demo creator. */
export interface DemoSignIn {
  username: string
  email: string
  password: string
}

/** Fills a new Hoshi with episodes to look at. */
export interface Demo {
  /**
   * Decides, once for each database, whether there is a demo, and has it filled in the background by whoever works the
   * jobs; a filling that was broken off goes on. Called at every start, by processes that serve.
   * @returns the sign-ins, only the first time and only to one process; else null
   */
  begin(): Promise<DemoSignIn[] | null>
}

export interface DemoParts extends Omit<FillingParts, 'passwordOf'> {
  db: Db
  clock: Clock
  jobs: Jobs
  locks: Locks
  wish: DemoWish
  /** Makes the passwords, together with a salt in the database. */
  secret: string
}

const fillJob: JobKind<Record<never, never>> = {
  name: 'demo.fill',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 6 * 3600,
}
/** Below everything. */
const LOWEST_PRIORITY = -100

/** Opens the room and says who fills. */
export function createDemo(parts: DemoParts): Demo {
  const { db, clock, jobs, locks, wish, secret, programme } = parts

  jobs.handle(fillJob, 1, async (_data, { signal }) => {
    if (wish === 'off') return
    // Two jobs may be there after a kill: the one that was broken off, and the one of the next start.
    const lock = await locks.tryHold('demo.fill')
    if (!lock) return
    try {
      const decision = await findDecision(db)
      if (decision?.state !== 'filling') return
      const passwordOf = (email: string) => demoPassword(secret, decision.salt, email)
      await createFilling({ ...parts, passwordOf }).fill(AbortSignal.any([signal, lock.lost]))
      await markFilled(db)
    } finally {
      await lock.release()
    }
  })

  return {
    async begin() {
      const isWanted = wish === 'on' || (wish === 'when_new' && !(await parts.identity.hasAccounts()))
      const state = isWanted ? 'filling' : 'declined'
      await decide(db, { state, salt: newId(), decided_at: clock.now() }, wish === 'on')
      const decision = await findDecision(db)
      if (wish === 'off' || decision?.state !== 'filling') return null
      await jobs.enqueue(db, fillJob, {}, { priority: LOWEST_PRIORITY })
      if (!(await claimAnnouncement(db, clock.now()))) return null
      return programme.creators.map(({ username, email }) => ({
        username,
        email,
        password: demoPassword(secret, decision.salt, email),
      }))
    },
  }
}
