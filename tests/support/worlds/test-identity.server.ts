import { sql } from 'kysely'
import { deletionMails, emailChangeMails, resetMail, verificationMail } from '#app/messages/mails.ts'
import type { Account, ChosenRole } from '#identity/account.ts'
import { createIdentity, type Identity, type IdentityParts } from '#identity/identity.server.ts'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Mail } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { createProofOfWork } from '#platform/proof-of-work.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { transact } from '#platform/transact.server.ts'
import { fastPasswordHashing } from '#tests/support/data/fast-password-hashing.server.ts'

export const password = 'a good password'
export const caller = { ip: '192.0.2.1' }

/** The identity room on its own database, for tests. Mails are stored in `mails`. */
export interface TestIdentity {
  identity: Identity
  database: Database
  mails: Mail[]
  /** The time of the room's clock. */
  time: { now: Date }
  /** Another room on the same tables, with some parts replaced. */
  rebuild(parts: Partial<IdentityParts>): Identity
  signUp(email?: string, role?: ChosenRole): Promise<Account>
  /** The headers that a browser sends after signing in. */
  signIn(email?: string, typedPassword?: string): Promise<Headers>
  /** Requests a reset and reads the token from the mail. */
  resetToken(email: string): Promise<string>
  count(table: string): Promise<number>
  close(): Promise<void>
}

/** Signs the tokens of test identities. */
export const secret = 'Zk3vQ8xT1mN6bR4wY7pL2sD9fG5hJ0cA'

/** @param testDatabase a migrated database that nobody else uses; `close` drops it */
export function createTestIdentity(testDatabase: { connectionString: string; drop(): Promise<void> }): TestIdentity {
  const database = openDatabase(testDatabase.connectionString, () => undefined, 8)
  const { db } = database
  const mails: Mail[] = []
  const time = { now: new Date() }
  const clock = { now: () => time.now }
  const rateLimits = createRateLimits(db)
  const rebuild = (parts: Partial<IdentityParts>) =>
    createIdentity({
      db,
      clock,
      secret,
      publicUrl: 'http://localhost:3000',
      secureCookies: false,
      passwords: fastPasswordHashing,
      rateLimits,
      proofOfWork: createProofOfWork({ rateLimits, clock, secret, callsWithoutProof: 1000 }),
      mail: createImmediateMailQueue(mails),
      resetMail,
      verificationMail,
      emailChangeMails,
      deletionMails,
      emit: async () => {},
      events: { subscribe: () => () => {} },
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
      return await transact(db, await identity.prepareAccount({ email, password, role }, caller))
    },
    async signIn(email = 'mika@example.org', typedPassword = password) {
      return cookieOf((await identity.signIn({ email, password: typedPassword }, caller)).setCookies)
    },
    async resetToken(email) {
      await identity.requestPasswordReset({ email }, caller)
      return tokenIn(mails.at(-1))
    },
    async count(table) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      return rows[0]!.n
    },
    async close() {
      await database.close()
      await testDatabase.drop()
    },
  }
}

/** A mail queue that writes and sends mails immediately. */
function createImmediateMailQueue(mails: Mail[]): MailQueue {
  const writers = new Map<string, Parameters<MailQueue['handle']>[1]>()
  return {
    handle: (kind, write) => void writers.set(kind, write),
    async enqueue(_db, kind, of) {
      const written = await writers.get(kind)?.(of)
      if (!written) return
      mails.push(written.mail)
      await written.onSent?.()
    },
    waiting: async () => 0,
  }
}

/** The Cookie header that a browser sends back. */
export function cookieOf(setCookies: string[]): Headers {
  return new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') })
}

export function tokenIn(mail: Mail | undefined): string {
  return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The refusal codes of simultaneous calls; null for those that succeeded. */
export async function codesOf(calls: Promise<unknown>[]): Promise<(string | null)[]> {
  const results = await Promise.allSettled(calls)
  return results.map((result) => (result.status === 'rejected' ? String(result.reason.code) : null))
}
