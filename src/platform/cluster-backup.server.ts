import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { databaseLimits, openDedicatedConnection } from './connection.server.ts'
import { isMissing } from './disk-folders.server.ts'
import { newId } from './ids.server.ts'
import { endOfTar, writeEntry, writeFolder } from './tar.server.ts'

/** A checkpoint takes as long as the disk needs, and the connection is idle while files are read. */
const limits = { ...databaseLimits, statementMs: 0, queryMs: 0 }
const READ_BYTES = 1024 ** 2

/**
 * Files that a new server creates itself or must not find: those of the running process, and the content of these
 * folders.
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
const leftOut = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest)$/
const leftOutAnywhere = /^(pgsql_tmp.*|pg_internal\.init.*)$/
const emptied = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
])

/**
 * The files of a running PostgreSQL on this machine as a tar archive, by its own functions for backups: a server that
 * starts on them recovers the state at the end of the archive, as after a power cut.
 *
 * The write-ahead log that this takes is kept by a temporary replication slot, which goes with the connection.
 *
 * @param connectionString a superuser's, and this process may read the files of the server
 * @param beforeEnd called right before the state is taken
 * @throws Error when the connection is lost, or the files cannot be read
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function* archiveCluster(
  connectionString: string,
  beforeEnd: () => Promise<void>,
): AsyncGenerator<Buffer> {
  const lost = new AbortController()
  const onLost = (error: Error) => lost.abort(error)
  const modifiedAt = new Date()
  const connection = await openDedicatedConnection(connectionString, 'hoshi backup', { onLost }, limits)
  try {
    await connection.query('select pg_create_physical_replication_slot($1, true, true)', [`hoshi_backup_${newId()}`])
    const [server] = await connection.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    const { folder } = server!
    await connection.query(`select pg_backup_start('hoshi', fast => true)`)
    for await (const { name, isFolder } of entriesOf(folder)) {
      lost.signal.throwIfAborted()
      if (isFolder) yield writeFolder(name, modifiedAt)
      else yield* archiveFile(join(folder, name), name, modifiedAt)
    }
    await beforeEnd()
    const [end] = await connection.query<{ label: string; map: string; last: string }>(
      `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as last
       from pg_backup_stop(wait_for_archive => false)`,
    )
    const { label, map, last } = end!
    if (map !== '') throw new Error('The database has tablespaces, which a backup does not contain.')
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
    if (!first) throw new Error('PostgreSQL did not say which of its files the backup starts with.')
    for (const name of await segmentsBetween(folder, first, last)) {
      yield* archiveFile(join(folder, 'pg_wal', name), `pg_wal/${name}`, modifiedAt)
    }
    const content = Buffer.from(label)
    yield* writeEntry(
      { name: 'backup_label', sizeBytes: content.length, open: async () => Readable.from([content]) },
      modifiedAt,
    )
    yield endOfTar()
  } catch (error) {
    if (!lost.signal.aborted) throw error
    throw new Error('The connection to the database was lost while it was copied.', { cause: error })
  } finally {
    await connection.close()
  }
}

/** Files and folders below the folder of the server, a folder before its contents. */
async function* entriesOf(root: string, below = ''): AsyncGenerator<{ name: string; isFolder: boolean }> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (leftOutAnywhere.test(entry.name) || (below === '' && leftOut.test(entry.name))) continue
    if (entry.isDirectory()) {
      yield { name, isFolder: true }
      if (!emptied.has(name)) yield* entriesOf(root, name)
    } else if (entry.isFile()) yield { name, isFolder: false }
    else throw new Error(`The database has a link in its folder (${name}), which a backup does not contain.`)
  }
}

/** Yields nothing for a file that has been removed: the server knows from its log that it is gone. */
async function* archiveFile(path: string, name: string, modifiedAt: Date): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r').catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!handle) return
  try {
    const { size } = await handle.stat()
    // The server may cut the file or add to it: exactly so many bytes, since its log has the rest.
    async function* exactly(): AsyncGenerator<Buffer> {
      for (let at = 0; at < size; ) {
        const buffer = Buffer.alloc(Math.min(READ_BYTES, size - at))
        const { bytesRead } = await handle!.read(buffer, 0, buffer.length, at)
        at += bytesRead > 0 ? bytesRead : buffer.length
        yield bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer
      }
    }
    yield* writeEntry(
      { name, sizeBytes: size, open: async () => Readable.from(exactly(), { objectMode: false }) },
      modifiedAt,
    )
  } finally {
    await handle.close()
  }
}

/** Names of the files of the write-ahead log from one to another, both included. */
async function segmentsBetween(folder: string, first: string, last: string): Promise<string[]> {
  const found = await readdir(join(folder, 'pg_wal'))
  const names = found.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last).sort()
  if (names[0] !== first || names.at(-1) !== last) {
    throw new Error('PostgreSQL removed a part of its log before it was copied. Start the backup again.')
  }
  return names
}
