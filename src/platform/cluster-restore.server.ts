import { existsSync } from 'node:fs'
import { chown, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { syncFolder } from './atomic-file.server.ts'
import type { Log } from './log.server.ts'
import type { PostgresAccount } from './postgres-account.server.ts'
import { CLUSTER_DRAFT } from './postgres-cluster.server.ts'
import { mkdirPrivate, preparePostgresFolders } from './postgres-folders.server.ts'

/** Names that PostgreSQL gives: nothing that leads out of a folder. */
const HARMLESS = /^[\w.-]+(\/[\w.-]+)*$/

/**
 * Makes the embedded database of a data folder from an archive of `archiveCluster`. It appears when it is complete, and
 * is safe on the disk when a server has started on it: that syncs every file before it recovers the database.
 *
 * @throws Error when there is a database, or the archive is not one
 */
export async function restoreCluster(dataDir: string, archive: Readable, log: Log): Promise<void> {
  const { folders, account } = preparePostgresFolders(dataDir, log)
  if (existsSync(folders.cluster)) throw new Error(`There is a database in ${folders.cluster} already.`)
  // Removed by the next start, if this process ends before it is complete.
  const draft = join(folders.home, `${CLUSTER_DRAFT}${process.pid}-${Date.now()}`)
  mkdirPrivate(draft, account)
  await unpack(archive, draft, account)
  if (!existsSync(join(draft, 'backup_label'))) throw new Error('The copy of the database is not complete.')
  await rename(draft, folders.cluster)
  await syncFolder(folders.home)
}

async function unpack(archive: Readable, root: string, account: PostgresAccount): Promise<void> {
  const made = new Set([root])
  const own = async (path: string) => {
    if ('uid' in account.switch) await chown(path, account.uid, account.gid)
  }
  const makeFolder = async (path: string) => {
    if (made.has(path)) return
    await mkdir(path, { mode: 0o700 })
    await own(path)
    made.add(path)
  }
  const writeFile = async (path: string, content: AsyncIterable<Uint8Array>) => {
    await makeFolder(dirname(path))
    const handle = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of content) await handle.writeFile(chunk)
    } finally {
      await handle.close()
    }
    await own(path)
  }

  const reader = extract()
  reader.on('entry', (header, content, next) => {
    // Ended with the reader; an error without a listener would end the process.
    content.on('error', () => {})
    const name = header.name.replace(/\/$/, '')
    const path = join(root, name)
    const isFolder = header.type === 'directory'
    const store = async () => {
      if (!HARMLESS.test(name) || name.split('/').includes('..') || !(isFolder || header.type === 'file'))
        throw new Error('The copy of the database contains a name that PostgreSQL does not give.')
      if (!isFolder) return await writeFile(path, content as unknown as AsyncIterable<Uint8Array>)
      await makeFolder(path)
      content.resume()
    }
    store().then(() => next(), next)
  })
  await pipeline(archive, reader as unknown as Writable)
}
