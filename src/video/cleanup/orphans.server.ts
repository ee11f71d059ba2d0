import { mayMoveToTrash, STRAY_AGE_MS } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { videoFolders } from '../stored-objects.ts'
import { videoTables } from '../video-rows.server.ts'

const TRASH_RETENTION_MS = 7 * 24 * 60 * 60 * 1000
const ROWS_AT_A_TIME = 500
const MOST_PER_RUN = 5000

/**
 * Finds bytes whose video has no row, which only a crash or a wrong database leaves behind: deleted videos are recorded
 * in `erasures`, and erased by their own job. Moves them into the trash once they are a day old, where they stay for a
 * week.
 */
export function createOrphans(parts: {
  db: Db
  storage: ObjectStorage
  clock: Clock
  log: Log
  /** Files and folders that one run checks; 5000 by default. */
  mostPerRun?: number
}) {
  const { db, storage, clock, log, mostPerRun = MOST_PER_RUN } = parts
  let reportedCount = 0
  /** A round checks all stored names in one or more runs, and decides on all of them at its end. */
  let round: { left: string[]; strays: string[]; all: number } | null = null

  async function storedKeys(): Promise<string[]> {
    const keys: string[] = []
    for (const folder of videoFolders) for (const name of await storage.children(folder)) keys.push(`${folder}/${name}`)
    return keys
  }

  async function straysAmong(keys: string[]): Promise<string[]> {
    const strays: string[] = []
    for (let at = 0; at < keys.length; at += ROWS_AT_A_TIME) {
      const some = keys.slice(at, at + ROWS_AT_A_TIME)
      const known = await knownUids(db, some.map(uidOf))
      // One that was erased since the names were read has no bytes any more.
      for (const key of some) if (!known.has(uidOf(key)) && (await storage.changedAt(key))) strays.push(key)
    }
    return strays
  }

  /** Strays of any age, and the number of all names that were checked. */
  async function find(): Promise<{ keys: string[]; all: number }> {
    const keys = await storedKeys()
    return { keys: await straysAmong(keys), all: keys.length }
  }

  async function startRound() {
    const left = await storedKeys()
    return { left, strays: [] as string[], all: left.length }
  }

  async function isOld(key: string): Promise<boolean> {
    const changed = await storage.changedAt(key)
    return changed !== null && clock.now().getTime() - changed.getTime() >= STRAY_AGE_MS
  }

  async function cleanUp(): Promise<void> {
    const now = clock.now()
    await storage.emptyTrash(new Date(now.getTime() - TRASH_RETENTION_MS))
    round ??= await startRound()
    round.strays.push(...(await straysAmong(round.left.splice(0, mostPerRun))))
    if (round.left.length > 0) return
    const { strays, all } = round
    round = null
    // Strays of any age count: those of a lost database would otherwise pass in small numbers, as each becomes a day old.
    if (!mayMoveToTrash(strays.length, all)) {
      if (strays.length !== reportedCount) log.error({ files: strays.length, of: all }, TOO_MANY)
      reportedCount = strays.length
      return
    }
    reportedCount = 0
    for (const key of strays.slice(0, mostPerRun)) {
      // The round may have started a while ago.
      const [stray] = await straysAmong([key])
      if (!stray || !(await isOld(key))) continue
      const path = await storage.discard(key, now)
      if (path) log.warn({ key, path }, 'storage: no video has these bytes; they are in the trash for a week')
    }
  }

  return { find, isOld, cleanUp: cleanUp }
}

function uidOf(key: string): string {
  return key.slice(key.indexOf('/') + 1)
}

const TOO_MANY =
  'storage: too many files belong to no video, so none is removed. Check that the database is the right one and complete.'

/**
 * Uids with a row, and uids whose deletion removes the bytes; in one query, as a deletion moves a uid to the latter.
 */
async function knownUids(db: Db, uids: string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const erasures = videoTables(db).selectFrom('erasures').select('uid').where('uid', 'in', uids)
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('uid', 'in', uids)
    .union(erasures)
    .execute()
  return new Set(rows.map((row) => row.uid))
}
