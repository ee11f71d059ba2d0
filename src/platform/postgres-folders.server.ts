import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from './log.server.ts'
import { canEnter, type PostgresAccount, postgresAccount } from './postgres-account.server.ts'

/** Where one embedded cluster lives. `cluster` is what PostgreSQL itself owns; the rest is kept beside it. */
export interface PostgresFolders {
  home: string
  cluster: string
  log: string
}

/** A Unix socket's address holds 107 bytes, and PostgreSQL adds its own 14 to the folder. */
const SOCKET_FOLDER_MAX_BYTES = 90

/** Where root puts a database when its account cannot reach the data folder. */
const FAR_HOME = '/var/lib/hoshi'

/**
 * Makes `<dataDir>/postgres` usable by the account. A data folder below a place that only root can enter (root's own
 * home) gets a link to a folder of its own under /var/lib instead, and the log says so.
 *
 * @throws Error in an operator's words when an existing database has become unreachable
 */
export function preparePostgresFolders(
  dataDir: string,
  log: Log,
): { folders: PostgresFolders; account: PostgresAccount } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const near = join(realpathSync(dataDir), 'postgres')
  const account = postgresAccount(join(near, 'pg'))
  const asRoot = 'uid' in account.switch
  if (asRoot) {
    letGroupThrough(dirname(near), account)
    if (!isLink(near) && !canEnter(account, dirname(near))) linkFarHome(near, account, log)
  }
  const home = isLink(near) ? readlinkSync(near) : near
  // As root the home stays root's own, so that the account owns nothing but its cluster and socket.
  mkdirSync(home, { recursive: true })
  chmodSync(home, asRoot ? 0o711 : 0o700)
  return { folders: { home, cluster: join(home, 'pg'), log: join(home, 'postgres.log') }, account }
}

/** The folder of the server's socket: 0700 and the account's own, so that nobody else can connect. */
export function prepareSocketFolder(home: string, account: PostgresAccount): string {
  const near = join(home, 'socket')
  // The server reads a list of folders from one setting, so only plain characters are safe in it.
  const fits = Buffer.byteLength(near) <= SOCKET_FOLDER_MAX_BYTES && /^[\w./-]+$/.test(near)
  const folder = fits ? near : join(tmpdir(), `hoshi-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  mkdirPrivate(folder, account)
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of ${account.name}: remove it and start again.`)
  }
  return folder
}

/** Creates a 0700 folder of the account's; one that exists is left as it is. */
export function mkdirPrivate(folder: string, account: PostgresAccount): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return
  }
  if ('uid' in account.switch) chownSync(folder, account.uid, account.gid)
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/**
 * A data folder that is closed to every group lets the account's group pass through it, without listing it. So does one
 * around it that a program made for itself in the system's folder for temporary files; nobody else's folder changes.
 */
function letGroupThrough(dataDir: string, account: PostgresAccount): void {
  const temporary = realpathSync(tmpdir())
  const folders = [dataDir]
  for (let above = dirname(dataDir); above.startsWith(`${temporary}/`); above = dirname(above)) folders.push(above)
  for (const folder of folders) {
    const found = statSync(folder)
    if ((found.mode & 0o077) !== 0 || found.uid !== 0) continue
    chownSync(folder, found.uid, account.gid)
    chmodSync(folder, (found.mode & 0o700) | 0o010)
  }
}

function linkFarHome(near: string, account: PostgresAccount, log: Log): void {
  if (existsSync(near)) {
    throw new Error(
      `The database in ${near} cannot be reached by ${account.name}: let others enter its parent folders (chmod o+x) or move DATA_DIR.`,
    )
  }
  const home = join(FAR_HOME, randomUUID())
  mkdirSync(FAR_HOME, { recursive: true })
  chmodSync(FAR_HOME, 0o711)
  try {
    symlinkSync(home, near)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return
  }
  log.info(
    { home, link: near, account: account.name },
    'The data folder is closed to PostgreSQL: its files go elsewhere.',
  )
}
