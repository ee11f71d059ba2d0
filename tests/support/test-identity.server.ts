import { sql } from 'kysely'
import type { Account, ChosenRole } from '#identity/account.ts'
import { createIdentity, type Identity, type IdentityParts } from '#identity/identity.server.ts'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Mail } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { quickPasswords } from './quick-passwords.server.ts'

export const password = 'a good password'
export const here = { address: '192.0.2.1' }

/** The identity room on a database of its own, for tests. Mails land in `mails`. */
export interface TestIdentity {
  identity: Identity
  database: Database
  mails: Mail[]
  /** What the room's clock says. */
  time: { now: Date }
  /** Another room on the same tables, with some parts exchanged. */
  rebuild(parts: Partial<IdentityParts>): Identity
  signUp(email?: string, role?: ChosenRole): Promise<Account>
  /** The headers that a browser sends after signing in. */
  signIn(email?: string, word?: string): Promise<Headers>
  /** Asks for a reset and reads the token in the mail. */
  resetToken(email: string): Promise<string>
  count(table: string): Promise<number>
  close(): Promise<void>
}

/** @param home a migrated database that nobody else uses; `close` drops it */
export function createTestIdentity(home: { connectionString: string; drop(): Promise<void> }): TestIdentity {
  const database = openDatabase(home.connectionString, () => undefined, 8)
  const { db } = database
  const mails: Mail[] = []
  const time = { now: new Date() }
  const rebuild = (parts: Partial<IdentityParts>) =>
    createIdentity({
      db,
      clock: { now: () => time.now },
      secret: 'Zk3vQ8xT1mN6bR4wY7pL2sD9fG5hJ0cA',
      publicUrl: 'http://localhost:3000',
      secureCookies: false,
      passwords: quickPasswords,
      rateLimits: createRateLimits(db),
      mail: sendAtOnce(mails),
      news: { accountLeaves: async () => {} },
      log: createLog('silent'),
      ...parts,
    })
  const identity = rebuild({})
  return {
    identity,
    database,
    mails,
    time,
    rebuild,
    async signUp(email = 'mika@example.org', role = 'viewer') {
      return await db.transaction().execute(await identity.prepareAccount({ email, password, role }, here))
    },
    async signIn(email = 'mika@example.org', word = password) {
      return cookieOf((await identity.signIn({ email, password: word }, here)).setCookies)
    },
    async resetToken(email) {
      await identity.requestPasswordReset({ email }, here)
      return tokenIn(mails.at(-1))
    },
    async count(table) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      return rows[0]!.n
    },
    async close() {
      await database.close()
      await home.drop()
    },
  }
}

/** Mails that are written and sent as soon as they are asked for. */
function sendAtOnce(mails: Mail[]): MailQueue {
  const writers = new Map<string, Parameters<MailQueue['handle']>[1]>()
  return {
    handle: (kind, write) => void writers.set(kind, write),
    async queue(_db, kind, of) {
      const written = await writers.get(kind)?.(of)
      if (!written) return
      mails.push(written.mail)
      await written.whenSent?.()
    },
  }
}

/** What a browser sends back. */
export function cookieOf(setCookies: string[]): Headers {
  return new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') })
}

export function tokenIn(mail: Mail | undefined): string {
  return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The refusals of calls that were made at once; null for those that went well. */
export async function codesOf(calls: Promise<unknown>[]): Promise<(string | null)[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.code) : null))
}
