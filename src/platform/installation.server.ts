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

type Files = Pick<ObjectStorage, 'read' | 'putText' | 'children'>

/**
 * Verifies that a database and a folder of files belong together: both store the id of the installation, which the
 * first start assigns. Several processes may start simultaneously.
 *
 * @param filesDir what operators know the storage as
 * @param folders those with the files that rows name
 * @throws Error in an operator's words, when they do not belong together
 */
export async function verifyInstallation(parts: {
  db: Db
  storage: Files
  filesDir: string
  folders: readonly string[]
  rows: FileRows
}): Promise<void> {
  const { db, storage, filesDir, folders, rows } = parts
  const file = `${filesDir}/${KEY}`
  const [rowsId, filesId] = await Promise.all([readRow(db), readId(storage)])
  if (rowsId === null || filesId === null) {
    const names = await Promise.all(folders.map((folder) => storage.children(folder)))
    const hasFiles = names.some(({ length }) => length > 0)
    if (hasFiles && !rows.exist)
      throw new Error(
        `The files in ${filesDir} belong to videos that are not in this database. Set DATABASE_URL to their database or restore it first; to start from scratch, move ${filesDir} away.`,
      )
    if (rows.requireFiles && !hasFiles && filesId === null)
      throw new Error(
        `The database has videos, but ${filesDir} contains none of their files. Set DATA_DIR to the folder that does or restore it first; to continue without them, write ${rowsId ?? newId()} into ${file}.`,
      )
  }
  const id = rowsId ?? (await storeId(db, filesId ?? newId()))
  if (filesId === id) return
  if (filesId !== null)
    throw new Error(
      `The database and the files in ${filesDir} belong to different installations. Set DATABASE_URL and DATA_DIR to a matching pair; if they do match, remove ${file} and start again.`,
    )
  await storage.putText(KEY, id)
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
