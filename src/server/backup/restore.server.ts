import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { writeAtomically } from '#platform/atomic-file.server.ts'
import { restoreCluster } from '#platform/cluster-restore.server.ts'
import { withConnection } from '#platform/connection.server.ts'
import { isMissing } from '#platform/disk-folders.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import type { Secret } from '../secret.ts'
import { type BackupStore, openForRestore } from './backup-store.server.ts'
import type { BackupTarget } from './backup-target.ts'
import { databaseBytesOf, type Manifest, type StoredObject, totalBytesOf } from './manifest.ts'
import { markRestore, unfinishedRestore, unmarkRestore } from './restore-marker.server.ts'
import { storedFolders } from './stored-keys.server.ts'

export interface RestoreOptions {
  target: BackupTarget
  /** Key of encrypted backups; others need none. */
  key: Secret | null
  /** The newest complete one by default. */
  backupId: string | null
  dataDir: string
  /** Empty storage for the files. */
  storage: Pick<ObjectStorage, 'putFile' | 'putFolder' | 'putText' | 'stat' | 'children'>
  /** The bucket of the files, as operators know it; null where they are in the data folder. */
  bucket: string | null
  /** The database that the settings name. */
  database: 'embedded' | 'external'
  log: Log
  print(line: string): void
}

export interface FinishedRestore {
  manifest: Manifest
  /** Files that were copied; the others were there from an interrupted restore. */
  copiedCount: number
  copiedBytes: number
}

const AT_ONCE = 4
/** Folders of a new file system, which are no data. */
const ignored = new Set(['lost+found'])

/**
 * Makes a data folder from a backup. The database comes last, and is started once. Nothing else may use the folder until
 * then, which a marker in it prevents.
 *
 * @throws Error in an operator's words, when the folder holds data, and when the backup is damaged
 */
export async function restoreBackup(options: RestoreOptions): Promise<FinishedRestore> {
  const { target, dataDir, storage, log, print } = options
  const store = await openForRestore(target, options.key)
  const id = await chosenBackup(store, options.backupId)
  const manifest = await store.manifest(id)
  if (manifest.database.kind === 'embedded' && options.database === 'external')
    throw new Error('This backup contains the database of the embedded PostgreSQL. Unset DATABASE_URL to restore it.')
  await expectFolderFor(manifest, options)
  await markRestore(dataDir, id)

  print(`restoring the files of ${id}`)
  const copied = await restoreFiles(store, manifest, options)
  await storage.putText('installation', manifest.installation)
  if (manifest.secret !== null) await writeAtomically(join(dataDir, 'secret'), manifest.secret)
  if (manifest.database.kind === 'embedded') {
    print('restoring the database')
    // A database that an interrupted restore left was never in use.
    await rm(join(dataDir, 'postgres', 'pg'), { recursive: true, force: true })
    const archive = createGunzip()
    await Promise.all([
      pipeline(Readable.from(store.read(manifest.database.copy), { objectMode: false }), archive),
      restoreCluster(dataDir, archive, log),
    ])
    await expectRows(manifest, dataDir, log)
  }
  await unmarkRestore(dataDir)
  return { manifest, ...copied }
}

async function chosenBackup(store: BackupStore, wanted: string | null): Promise<string> {
  const ids = await store.backups()
  const id = wanted ?? ids[0]
  if (id === undefined) throw new Error(`There is no complete backup in ${store.place}.`)
  if (!ids.includes(id)) throw new Error(`There is no backup ${id} in ${store.place}. --list names those that are.`)
  return id
}

/** @throws Error when the folder, or the bucket of the files, holds data, or the disk is too small */
async function expectFolderFor(
  manifest: Manifest,
  { dataDir, storage, bucket }: Pick<RestoreOptions, 'dataDir' | 'storage' | 'bucket'>,
): Promise<void> {
  const unfinished = await unfinishedRestore(dataDir)
  if (unfinished !== null && unfinished !== manifest.id)
    throw new Error(`A restore of the backup ${unfinished} into ${dataDir} has not ended. Empty that folder first.`)
  if (unfinished !== null) return
  const found = await readdir(dataDir).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  const names = found.filter((name) => !ignored.has(name))
  if (names.length > 0)
    throw new Error(
      `${dataDir} contains data already (${names.slice(0, 5).join(', ')}), and nothing was changed. Set DATA_DIR to an empty folder, or move that one away.`,
    )
  if (bucket !== null) await expectEmpty(storage, bucket)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const neededBytes = bucket === null ? totalBytesOf(manifest) : databaseBytesOf(manifest)
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < neededBytes)
    throw new Error(`The backup needs ${neededBytes} bytes, and the disk of ${dataDir} has ${bavail * bsize}.`)
}

/** @throws Error when there are files of a Hoshi */
async function expectEmpty(storage: RestoreOptions['storage'], bucket: string): Promise<void> {
  for (const folder of storedFolders) {
    const [found] = await storage.children(folder)
    if (found !== undefined)
      throw new Error(
        `${bucket} contains data already (${folder}/${found}), and nothing was changed. Set S3_BUCKET and S3_PREFIX to an empty place.`,
      )
  }
}

/** Copies the files that are not there yet, folder by folder: the files of one appear together. */
async function restoreFiles(
  store: BackupStore,
  manifest: Manifest,
  { dataDir, storage }: Pick<RestoreOptions, 'dataDir' | 'storage'>,
): Promise<Pick<FinishedRestore, 'copiedCount' | 'copiedBytes'>> {
  const scratch = join(dataDir, 'restored')
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { mode: 0o700 })
  let [copiedCount, copiedBytes] = [0, 0]

  async function fetch(object: StoredObject, path: string): Promise<void> {
    await pipeline(store.read(object), createWriteStream(path, { flags: 'wx', mode: 0o644 }))
    copiedCount += 1
    copiedBytes += object.sizeBytes
  }

  async function restoreFolder(folder: string, objects: [string, StoredObject][]): Promise<void> {
    if (folder.includes('/') && (await storage.children(folder)).length === 0) {
      const draft = join(scratch, newId())
      await mkdir(draft)
      for (const [key, object] of objects) await fetch(object, join(draft, basename(key)))
      return await storage.putFolder(folder, draft)
    }
    for (const [key, object] of objects) {
      if ((await storage.stat(key))?.sizeBytes === object.sizeBytes) continue
      const draft = join(scratch, newId())
      await fetch(object, draft)
      await storage.putFile(key, draft)
    }
  }

  const folders = Map.groupBy(manifest.objects, ([key]) => dirname(key))
  // A folder before those in it, which would otherwise be in its way.
  const depths = Map.groupBy(folders, ([folder]) => folder.split('/').length)
  for (const depth of [...depths.keys()].sort()) {
    const waiting = [...depths.get(depth)!]
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await restoreFolder(...next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  await rm(scratch, { recursive: true, force: true })
  return { copiedCount, copiedBytes }
}

/** Starts the restored database once: it recovers, and its files are safe on the disk then. */
async function expectRows(manifest: Manifest, dataDir: string, log: Log): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir, log })
  try {
    const { connectionString } = database
    const installation = await withConnection({ connectionString }, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from installation')
      // Taken before it was complete.
      await client.query(
        `update backups set ended_at = taken_at, object_count = $2, copied_count = 0, copied_bytes = 0, total_bytes = $3
         where id = $1`,
        [manifest.id, manifest.objects.size, totalBytesOf(manifest)],
      )
      return rows[0]?.id
    })
    if (installation !== manifest.installation)
      throw new Error('The restored database is not the one of the files. The backup is damaged.')
  } finally {
    await database.stop()
  }
}
