import { createHash } from 'node:crypto'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { type RateLimits, removeLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import type { Identity } from './identity.server.ts'
import type { ImportProblem, ImportProgress, ImportReport } from './import-report.ts'
import {
  deleteImports,
  endImport,
  findImport,
  findThing,
  type ImportedThing,
  runningAmong,
  startImport,
  storeReport,
  storeThing,
  type ThingKind,
  takenIds,
} from './import-rows.server.ts'

/** An archive while its bytes arrive. */
export interface ArrivingArchive {
  body: AsyncIterable<Uint8Array> | null
  /** Null when it was not declared. */
  sizeBytes: number | null
  /** Address of the sender: archives that arrive are limited by network too. */
  ip: string
}

/** Keeps the bytes of archives until their imports end. */
export interface ArchiveStore {
  /** @throws Refusal identity.import_too_large, identity.import_file_missing, video.storage_full, request.busy */
  receive(account: Account, id: string, archive: ArrivingArchive): Promise<void>
  remove(id: string): Promise<void>
  /** Removes archives that were left by dead processes. @param runningAmong which of these ids belong to imports that have yet to end */
  removeLeftovers(runningAmong: (ids: string[]) => Promise<Set<string>>): Promise<void>
}

/** The things that an account has imported, which an import reads and adds to. */
export interface ImportMemory {
  find(kind: ThingKind, sourceId: string): Promise<ImportedThing | undefined>
  /** Ids here of all things that were taken, by their ids in archives. */
  takenIds(kind: ThingKind): Promise<Map<string, string>>
  store(kind: ThingKind, sourceId: string, thing: ImportedThing): Promise<void>
}

/** Imports of exports: an archive is received here, and a job takes all from it that may be taken. */
export interface Imports {
  /**
   * Receives an archive and queues its import, which replaces the report of the last one.
   * @throws Refusal identity.import_under_way (409), request.too_many (429), identity.sign_in_required when the account is
   *   being deleted, and as `ArchiveStore.receive`
   */
  request(account: Account, archive: ArrivingArchive): Promise<ImportProgress>
  /** The account's last import; null when there is none. */
  progressOf(account: Account): Promise<ImportProgress | null>
  /** @throws Refusal identity.import_missing */
  expectProgressOf(account: Account): Promise<ImportProgress>
  /** Whether this import has yet to end. */
  isRunning(uid: string, id: string): Promise<boolean>
  memoryOf(uid: string): ImportMemory
  report(id: string, report: ImportReport): Promise<void>
  /** Ends an import and removes its archive. Idempotent. @param problem null for none */
  end(id: string, problem: ImportProblem | null): Promise<void>
  /** Removes the key of this person from the rate limits. */
  removeLimitsOf(trx: Trx, uid: string): Promise<void>
  /** Removes old reports, and archives without an import. Safe on any node, at any time. */
  cleanUp(): Promise<void>
}

export interface ImportsParts {
  db: Db
  clock?: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  archives: ArchiveStore
  rateLimits: Pick<RateLimits, 'take'>
  /** Enqueues the job of an import, in the caller's transaction. */
  queueImport(trx: Trx, job: { uid: string; id: string }): Promise<void>
}

/** How long a report stays. @see docs/product.md#limits */
const REPORT_DAYS = 30

/** Each reads a whole archive. @see docs/product.md#limits */
const REQUESTS_PER_HOUR = { count: 10, windowSeconds: 3600 }

function limitKey(uid: string): string {
  return `imports:${createHash('sha256').update(uid).digest('hex').slice(0, 32)}`
}

/** Imports backed by the `imports` and `imported_things` tables. */
export function createImports(parts: ImportsParts): Imports {
  const { db, clock = systemClock, identity, archives, rateLimits, queueImport } = parts

  async function progressOf({ uid }: Account): Promise<ImportProgress | null> {
    const row = await findImport(db, uid)
    if (!row) return null
    return { requestedAt: row.requested_at, endedAt: row.ended_at, problem: row.problem, report: row.report }
  }

  async function expectProgressOf(account: Account): Promise<ImportProgress> {
    const progress = await progressOf(account)
    if (!progress) throw new Refusal('identity.import_missing')
    return progress
  }

  return {
    async request(account, archive) {
      // Before the bytes are read; decided when they are there.
      if ((await progressOf(account))?.endedAt === null) throw new Refusal('identity.import_under_way')
      const taken = await rateLimits.take(limitKey(account.uid), REQUESTS_PER_HOUR)
      if (!taken.allowed) throw new Refusal('request.too_many', { retryAfterSeconds: taken.retryAfterSeconds })
      const id = newId()
      await archives.receive(account, id, archive)
      try {
        await transact(db, async (trx) => {
          await identity.lockAgainstRemoval(trx, account.uid)
          const isNew = await startImport(trx, account.uid, id, clock.now())
          if (!isNew) throw new Refusal('identity.import_under_way')
          await queueImport(trx, { uid: account.uid, id })
        })
      } catch (error) {
        await archives.remove(id)
        throw error
      }
      return await expectProgressOf(account)
    },
    progressOf,
    expectProgressOf,
    async isRunning(uid, id) {
      const row = await findImport(db, uid)
      return row?.id === id && row.ended_at === null
    },
    memoryOf: (uid) => ({
      find: (kind, sourceId) => findThing(db, uid, kind, sourceId),
      takenIds: (kind) => takenIds(db, uid, kind),
      store: (kind, sourceId, thing) => storeThing(db, uid, kind, sourceId, thing),
    }),
    removeLimitsOf: (trx, uid) => removeLimits(trx, [limitKey(uid)]),
    report: (id, report) => storeReport(db, id, report),
    async end(id, problem) {
      await endImport(db, id, clock.now(), problem)
      await archives.remove(id)
    },
    async cleanUp() {
      await deleteImports(db, new Date(clock.now().getTime() - REPORT_DAYS * 86_400_000))
      await archives.removeLeftovers((ids) => runningAmong(db, ids))
    },
  }
}
