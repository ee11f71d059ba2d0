import { mayBeRemoved, STRAY_AGE_MS } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Log } from '#platform/log.server.ts'
import { videoTables } from '../video-rows.server.ts'

/** What holds the bytes of videos; each name in it is a uid. */
export const videoFolders = ['originals', 'media'] as const

const TRASH_KEPT_MS = 7 * 24 * 60 * 60 * 1000
const ROWS_AT_A_TIME = 500

/**
 * Finds bytes whose video has no row, which only a crash or a wrong database leaves behind: what a person deletes is
 * erased by a job of its own. They go into the trash once they are a day old, and stay there for a week.
 */
export function createOrphans(parts: { db: Db; storage: DiskStorage; clock: Clock; log: Log }) {
  const { db, storage, clock, log } = parts
  let toldOf = 0

  /** Of whatever age, and the number of all names that were looked at. */
  async function find(): Promise<{ keys: string[]; all: number }> {
    const keys: string[] = []
    let all = 0
    for (const folder of videoFolders) {
      const names = await storage.children(folder)
      all += names.length
      for (let at = 0; at < names.length; at += ROWS_AT_A_TIME) {
        const some = names.slice(at, at + ROWS_AT_A_TIME)
        const known = await knownUids(db, some)
        keys.push(...some.filter((name) => !known.has(name)).map((name) => `${folder}/${name}`))
      }
    }
    return { keys, all }
  }

  async function isOld(key: string): Promise<boolean> {
    const changed = await storage.changedAt(key)
    return changed !== null && clock.now().getTime() - changed.getTime() >= STRAY_AGE_MS
  }

  async function sweep(): Promise<void> {
    const now = clock.now()
    await storage.emptyTrash(new Date(now.getTime() - TRASH_KEPT_MS))
    const { keys, all } = await find()
    const old: string[] = []
    for (const key of keys) if (await isOld(key)) old.push(key)
    if (!mayBeRemoved(old.length, all)) {
      if (old.length !== toldOf) log.error({ files: old.length, of: all }, TOO_MANY)
      toldOf = old.length
      return
    }
    toldOf = 0
    for (const key of old) {
      const path = await storage.discard(key, now)
      log.warn({ key, path }, 'storage: no video has these bytes; they are in the trash for a week')
    }
  }

  return { find, isOld, sweep }
}

const TOO_MANY =
  'storage: too many files belong to no video, so none is removed. Check that the database is the right one and complete.'

async function knownUids(db: Db, uids: string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await videoTables(db).selectFrom('videos').select('uid').where('uid', 'in', uids).execute()
  return new Set(rows.map((row) => row.uid))
}
