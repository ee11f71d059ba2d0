import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from './database.server.ts'
import { newId } from './ids.server.ts'
import { ObjectMissing, type ObjectStorage } from './storage.server.ts'

/** Facts about files, according to the rows of a database. */
export interface FileRows {
  /** Whether any row may have files. */
  exist: boolean
  /** Whether any row is useless without its files. */
  requireFiles: boolean
}

const KEY = 'installation'

type Files = Pick<ObjectStorage, 'read' | 'putText' | 'createText' | 'children'>

/** The storage, in an operator's words. */
export interface FilesPlace {
  /** Its name, such as the path of a folder. */
  name: string
  /** The settings that locate it. */
  settings: string
  /** Tells the operator which settings to point to the files. */
  choose: string
  /** Tells the operator how to start with an empty storage. */
  leave: string
}

/**
 * Verifies that a database and a folder of files belong together: both store the id of the installation, which the
 * first start assigns. Several processes may start simultaneously.
 *
 * @param folders those with the files that rows name
 * @throws Error in an operator's words, when they do not belong together
 */
export async function verifyInstallation(parts: {
  db: Db
  storage: Files
  filesPlace: FilesPlace
  folders: readonly string[]
  rows: FileRows
}): Promise<void> {
  const { db, storage, filesPlace: place, folders, rows } = parts
  const file = `${place.name}/${KEY}`
  const [rowsId, filesId] = await Promise.all([readRow(db), readId(storage)])
  if (rowsId === null || filesId === null) {
    const names = await Promise.all(folders.map((folder) => storage.children(folder)))
    const hasFiles = names.some(({ length }) => length > 0)
    if (hasFiles && !rows.exist)
      throw new Error(
        `The files in ${place.name} belong to videos that are not in this database. Set DATABASE_URL to their database or restore it first; to start from scratch, ${place.leave}.`,
      )
    if (rows.requireFiles && !hasFiles && filesId === null)
      throw new Error(
        `The database has videos, but ${place.name} contains none of their files. Set ${place.choose} that does or restore it first; to continue without them, write ${rowsId ?? newId()} into ${file}.`,
      )
  }
  const id = rowsId ?? (await storeId(db, filesId ?? newId()))
  if (filesId === id || (filesId === null && (await markFiles(storage, id)))) return
  throw new Error(
    `The database and the files in ${place.name} belong to different installations. Set DATABASE_URL and ${place.settings} to a matching pair; if they do match, remove ${file} and start again.`,
  )
}

/** Stores the id beside the files unless another process was first; false when that one has another database. */
async function markFiles(storage: Files, id: string): Promise<boolean> {
  if (await storage.createText(KEY, id)) return true
  const stored = await readId(storage)
  if (stored === null) await storage.putText(KEY, id)
  return stored === null || stored === id
}

/** Stores the id unless another process was first; returns the stored one. */
async function storeId(db: Db, id: string): Promise<string> {
  await sql`insert into installation (id) values (${id}) on conflict do nothing`.execute(db)
  return (await readRow(db)) ?? id
}

async function readRow(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db)
  return rows[0]?.id ?? null
}

async function readId(storage: Files): Promise<string | null> {
  try {
    return (await text(await storage.read(KEY))).trim() || null
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}
