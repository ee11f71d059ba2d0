import { opendir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeFolder, writeAtomically } from './atomic-file.server.ts'
import type { Db } from './database.server.ts'
import { newId } from './ids.server.ts'

/** What the rows of a database say about files. */
export interface RowsOfFiles {
  /** Whether there is any row that may have files. */
  areThere: boolean
  /** Whether a row names files without which it is nothing. */
  needFiles: boolean
}

/**
 * Makes sure that a database and a folder of files belong together: both carry the id of the installation, which the
 * first start gives them. Several processes may start at once.
 *
 * @param folders those below `filesDir` that hold what rows name
 * @throws Error for the operator, when they do not
 */
export async function expectOneInstallation(parts: {
  db: Db
  filesDir: string
  folders: readonly string[]
  rows: RowsOfFiles
}): Promise<void> {
  const { db, filesDir, folders, rows } = parts
  const file = join(filesDir, 'installation')
  const [ofRows, ofFiles] = await Promise.all([readRow(db), readId(file)])
  if (ofRows === null || ofFiles === null) {
    const hasFiles = (await Promise.all(folders.map((folder) => holdsAnything(join(filesDir, folder))))).includes(true)
    if (hasFiles && !rows.areThere)
      throw new Error(
        `The files in ${filesDir} belong to videos that this database does not know. Set DATABASE_URL to their database or restore it first; to begin anew, move ${filesDir} away.`,
      )
    if (rows.needFiles && !hasFiles && ofFiles === null)
      throw new Error(
        `The database knows videos, but ${filesDir} holds none of their files. Set DATA_DIR to the folder that does or restore it first; to go on without them, write ${ofRows ?? newId()} into ${file}.`,
      )
  }
  const id = ofRows ?? (await agreeOn(db, ofFiles ?? newId()))
  if (ofFiles === id) return
  if (ofFiles !== null)
    throw new Error(
      `The database and the files in ${filesDir} belong to different installations. Set DATABASE_URL and DATA_DIR to two that belong together; if these do, remove ${file} and start again.`,
    )
  await makeFolder(filesDir)
  await writeAtomically(file, id)
}

/** The first of several processes decides. */
async function agreeOn(db: Db, id: string): Promise<string> {
  await sql`insert into installation (id) values (${id}) on conflict do nothing`.execute(db)
  return (await readRow(db)) ?? id
}

async function readRow(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db)
  return rows[0]?.id ?? null
}

async function readId(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function holdsAnything(folder: string): Promise<boolean> {
  try {
    for await (const _ of await opendir(folder)) return true
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
