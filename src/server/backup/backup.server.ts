import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { BackupFigures, BackupRuns } from '#platform/backup-runs.server.ts'
import type { Clock } from '#platform/clock.ts'
import { archiveCluster } from '#platform/cluster-backup.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Locks } from '#platform/locks.server.ts'
import type { Log } from '#platform/log.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import type { Secret } from '../secret.ts'
import { type BackupStore, openBackupStore } from './backup-store.server.ts'
import type { BackupTarget } from './backup-target.ts'
import { databaseBytesOf, type Manifest, type StoredObject, type StoredThing, totalBytesOf } from './manifest.ts'
import { listStoredKeys, type StoredKeys } from './stored-keys.server.ts'

export interface BackupParts {
  db: Db
  clock: Clock
  locks: Locks
  log: Pick<Log, 'info' | 'warn'>
  storage: Pick<ObjectStorage, 'children' | 'stat' | 'read'>
  runs: BackupRuns
  /** The database with the rows; the embedded one is copied over this connection. */
  database: { kind: 'embedded'; connectionString: string } | { kind: 'external' }
  /** The file with the secret; null where a setting has it. */
  secretFile: string | null
  /** Version of Hoshi. */
  version: string
  /** Backups that are kept in a place. */
  keep: number
  /** Null: they are not encrypted. */
  key: Secret | null
}

export interface BackupOptions {
  target: BackupTarget
  /** Whether a place that had backups may be empty. */
  mayStartOver?: boolean
  /** Ends the backup, which a later one goes on with. */
  signal?: AbortSignal
  onProgress?(progress: { copied: number; of: number }): void
}

export interface FinishedBackup extends BackupFigures {
  id: string
  takenAt: Date
  databaseBytes: number
  /** Complete backups in the place, and how many older ones were removed from it. */
  backupCount: number
  forgottenCount: number
  manifest: Pick<Manifest, 'database'>
}

const AT_ONCE = 4
/** New files are copied before the database as long as there are many: those that come later are copied after it. */
const MANY = 100
const MOST_PASSES = 3

/**
 * Makes one backup: the rows of one moment, and the files that they name. Files that a backup in the same place has are
 * not read again.
 *
 * Most files are copied first, then the database: its state is taken between two lists of the files. Every file on
 * either list belongs to the backup, so that one that is removed at that time is in it as well.
 *
 * @throws Error in an operator's words; earlier backups are as they were
 */
export async function makeBackup(parts: BackupParts, options: BackupOptions): Promise<FinishedBackup> {
  const { locks, runs, clock, log } = parts
  const lock = await locks.tryAcquire('server.backup')
  if (!lock) throw new Error('Another backup is running. Wait for it to end.')
  const id = clock.now().toISOString().replace(/[:.]/g, '-')
  try {
    await runs.start(id, options.target.place)
    const signal = AbortSignal.any([lock.lost, ...(options.signal ? [options.signal] : [])])
    const finished = await copyEverything(parts, { ...options, signal }, id)
    await runs.finish(id, finished)
    return finished
  } catch (error) {
    await runs
      .fail(id, (error as Error).message)
      .catch((cause) => log.warn({ err: cause }, 'backup: its failure was not stored'))
    throw error
  } finally {
    await lock.release()
  }
}

async function copyEverything(
  parts: BackupParts,
  { target, mayStartOver = false, signal, onProgress }: BackupOptions & { signal: AbortSignal },
  id: string,
): Promise<FinishedBackup> {
  const { db, runs, storage, database } = parts
  const installation = await installationOf(db)
  const { complete } = await runs.latest(target.place)
  const mayBeEmpty = mayStartOver || complete === null
  const store = await openBackupStore(target, { installation, mayBeEmpty, key: parts.key })
  const copies = await startCopies({ store, storage, id, signal, onProgress })

  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const { settled } = await listStoredKeys(storage)
    if ((await copies.addSettled(settled)) < MANY) break
  }

  let before: StoredKeys | null = null
  let moment: { takenAt: Date; lsn: string } | null = null
  const takeMoment = async () => {
    before = await listStoredKeys(storage)
    moment = await runs.mark(id)
  }
  let copied: Manifest['database']
  if (database.kind === 'embedded') {
    copied = { kind: 'embedded', copy: await copyDatabase(database.connectionString, store, id, takeMoment) }
  } else {
    await takeMoment()
    copied = { kind: 'external', lsn: moment!.lsn, restorePoint: await createRestorePoint(db, id) }
  }
  const after = await listStoredKeys(storage)
  await copies.addSettled(after.settled)
  await copies.addChanging(after.changing)

  const named = new Set([...before!.settled, ...before!.changing, ...after.settled, ...after.changing])
  const objects = new Map([...copies.objects].filter(([key]) => named.has(key)))
  const manifest: Manifest = {
    id,
    installation,
    objects,
    takenAt: moment!.takenAt,
    hoshi: parts.version,
    schema: await newestMigration(db),
    database: copied,
    secret: parts.secretFile === null ? null : (await readFile(parts.secretFile, 'utf8')).trim(),
  }
  signal.throwIfAborted()
  await store.complete(manifest)
  const thinned = await thin(store, parts)
  return {
    id,
    takenAt: manifest.takenAt,
    databaseBytes: databaseBytesOf(manifest),
    manifest,
    objectCount: objects.size,
    copiedCount: copies.figures().count,
    copiedBytes: copies.figures().bytes,
    totalBytes: totalBytesOf(manifest),
    ...thinned,
  }
}

interface CopiesParts {
  store: BackupStore
  storage: BackupParts['storage']
  id: string
  signal: AbortSignal
  onProgress: BackupOptions['onProgress']
}

/** Collects the objects of a backup, of which it copies those that no earlier one has. */
async function startCopies({ store, storage, id, signal, onProgress }: CopiesParts) {
  const [newest] = await store.backups()
  // Without the list of the previous backup, its files are taken over as those of an interrupted one.
  const previous = newest === undefined ? null : await store.manifest(newest).catch(() => null)
  const stored = await store.names()
  const objects = new Map<string, StoredObject>()
  let [count, bytes] = [0, 0]

  async function copy(key: string, name: string, version: string | null): Promise<void> {
    signal.throwIfAborted()
    const source = await storage.read(key).catch((error) => {
      // Removed since it was listed.
      if (error instanceof ObjectMissing) return null
      throw error
    })
    if (!source) return
    const thing = await store.store(name, source)
    objects.set(key, { ...thing, version })
    count += 1
    bytes += thing.sizeBytes
  }

  /** Takes over a file that an interrupted backup has stored, if it is as large as the object. */
  async function takeOver(key: string, name: string): Promise<boolean> {
    const [thing, found] = await Promise.all([store.examine(name).catch(() => null), storage.stat(key)])
    if (thing === null || thing.sizeBytes !== found?.sizeBytes) return false
    objects.set(key, { ...thing, version: null })
    return true
  }

  async function runAll(keys: readonly string[], add: (key: string) => Promise<void>): Promise<void> {
    let [next, done] = [0, 0]
    const errors: unknown[] = []
    const work = async () => {
      for (let key = keys[next++]; key !== undefined && errors.length === 0; key = keys[next++]) {
        await add(key).catch((error) => errors.push(error))
        done += 1
        onProgress?.({ copied: done, of: keys.length })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (errors.length > 0) throw errors[0]
  }

  return {
    objects,
    figures: () => ({ count, bytes }),

    /** @returns how many of them no earlier backup has */
    async addSettled(keys: readonly string[]): Promise<number> {
      const missing: string[] = []
      for (const key of keys) {
        if (objects.has(key)) continue
        const known = previous?.objects.get(key)
        if (known?.version === null && stored.has(known.name)) objects.set(key, known)
        else missing.push(key)
      }
      await runAll(missing, async (key) => {
        const name = store.nameOf(key)
        if (stored.has(name) && (await takeOver(key, name))) return
        await copy(key, name, null)
      })
      return missing.length
    },

    async addChanging(keys: readonly string[]): Promise<void> {
      await runAll(keys, async (key) => {
        const found = await storage.stat(key)
        const known = previous?.objects.get(key)
        if (!found) return
        if (known?.version === found.version && stored.has(known.name)) objects.set(key, known)
        else await copy(key, store.nameIn(id, key), found.version)
      })
    },
  }
}

async function copyDatabase(
  connectionString: string,
  store: BackupStore,
  id: string,
  takeMoment: () => Promise<void>,
): Promise<StoredThing> {
  const copy = Promise.withResolvers<StoredThing>()
  const archive = archiveCluster(connectionString, takeMoment)
  await pipeline(archive, createGzip({ level: 1 }), async (source) => {
    copy.resolve(await store.store(store.nameIn(id, 'database'), source as AsyncIterable<Uint8Array>))
  })
  return await copy.promise
}

/** A name by which the operator's own tool can stop at this moment; null where this role may not create one. */
async function createRestorePoint(db: Db, id: string): Promise<string | null> {
  const name = `hoshi ${id}`
  return await sql`select pg_create_restore_point(${name})`.execute(db).then(
    () => name,
    () => null,
  )
}

/** Removes the oldest backups, and then the files that no backup names any more. */
async function thin(
  store: BackupStore,
  { keep, log }: Pick<BackupParts, 'keep' | 'log'>,
): Promise<{ backupCount: number; forgottenCount: number }> {
  const ids = await store.backups()
  const named = new Set<string>()
  try {
    for (const id of ids.slice(0, keep)) {
      const { database, objects } = await store.manifest(id)
      if (database.kind === 'embedded') named.add(database.copy.name)
      for (const { name } of objects.values()) named.add(name)
    }
  } catch (error) {
    // The files that a damaged list names are unknown, so none may be removed.
    log.warn({ err: error }, 'backup: nothing was removed')
    return { backupCount: ids.length, forgottenCount: 0 }
  }
  const old = ids.slice(keep)
  for (const id of old) await store.forget(id)
  await store.removeUnnamed(named)
  return { backupCount: ids.length - old.length, forgottenCount: old.length }
}

async function installationOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db)
  if (!rows[0]) throw new Error('This Hoshi has never been started.')
  return rows[0].id
}

async function newestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}

/** Path of the secret in the data folder; null when a setting has the secret. */
export function secretFileOf(config: { secret: unknown; dataDir: string }): string | null {
  return config.secret === null ? join(config.dataDir, 'secret') : null
}
