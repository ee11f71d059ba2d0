import type { Clock } from '#platform/clock.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import { deleteOtherSessions, deleteSession, noteSeen, sessionsOf } from './session-rows.server.ts'
import type { SessionParts } from './sessions.server.ts'

/** One place where an account is signed in. */
export interface OwnSession {
  id: string
  /** Whether it is the caller's. */
  current: boolean
  /** The browser and the system in words, such as 'Firefox on Linux'. */
  device: string
  createdAt: Date
  /** To the nearest five minutes. */
  lastSeenAt: Date
}

/** The sessions of an account, which it can end. */
export interface OwnSessions {
  /** The caller's session first, then by last use, latest first. @param headers with the caller's cookies */
  sessionsOf(account: Account, headers: Headers): Promise<OwnSession[]>
  /** Ends one session of the account on every node. @throws Refusal identity.session_not_found */
  endOwnSession(account: Account, id: string): Promise<void>
  /** Ends every session of the account but the caller's. */
  endOtherSessions(account: Account, headers: Headers): Promise<void>
}

export function createOwnSessions({ db, clock, auth }: SessionParts): OwnSessions {
  const currentId = async (headers: Headers) => (await auth.sessionUser(headers))?.sessionId ?? null
  return {
    async sessionsOf({ uid }, headers) {
      const [ownId, rows] = await Promise.all([currentId(headers), sessionsOf(db, uid, clock.now())])
      const sessions = rows.map((row) => ({ ...row, current: row.id === ownId }))
      return sessions.sort((a, b) => Number(b.current) - Number(a.current))
    },
    async endOwnSession({ uid }, id) {
      if (!(await deleteSession(db, uid, id))) throw new Refusal('identity.session_not_found')
    },
    async endOtherSessions({ uid }, headers) {
      await deleteOtherSessions(db, uid, await currentId(headers))
    },
  }
}

/** How exact the last use of a session is. */
const SEEN_MS = 5 * 60_000
/** Sessions whose last use this process remembers. */
const MAX_SESSIONS = 20_000

/**
 * Notes that a session is used, with at most one write in five minutes by this process. A failed one is left to the next
 * request: it matters less than the request itself.
 */
export function createSeenSessions({ db, clock }: { db: SessionParts['db']; clock: Clock }) {
  const noted = new Map<string, number>()
  return async (sessionId: string): Promise<void> => {
    const now = clock.now()
    if (now.getTime() - (noted.get(sessionId) ?? Number.NEGATIVE_INFINITY) < SEEN_MS) return
    noted.delete(sessionId)
    noted.set(sessionId, now.getTime())
    // The first is the one noted longest ago.
    for (const oldest of noted.keys()) {
      if (noted.size <= MAX_SESSIONS) break
      noted.delete(oldest)
    }
    await noteSeen(db, sessionId, now, new Date(now.getTime() - SEEN_MS)).catch(() => noted.delete(sessionId))
  }
}
