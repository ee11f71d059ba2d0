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

/** Paths of one embedded cluster. `cluster` is owned by PostgreSQL itself. */
export interface PostgresFolders {
  home: string
  cluster: string
  log: string
}

/** A Unix socket's address holds 107 bytes, and PostgreSQL adds its own 14 to the folder. */
const SOCKET_FOLDER_MAX_BYTES = 90

/** Where root puts a database when its account cannot reach the data folder. */
const FALLBACK_HOME = '/var/lib/hoshi'

/**
 * Makes `<dataDir>/postgres` usable by the account. In a data folder that only root can reach (in root's home, say) it
 * is a link to a folder under /var/lib instead, which is logged.
 *
 * @throws Error in an operator's words when an existing database has become unreachable
 */
export function preparePostgresFolders(
  dataDir: string,
  log: Log,
): { folders: PostgresFolders; account: PostgresAccount } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const defaultHome = join(realpathSync(dataDir), 'postgres')
  const account = postgresAccount(join(defaultHome, 'pg'))
  const asRoot = 'uid' in account.switch
  if (asRoot) {
    allowGroupTraversal(dirname(defaultHome), account)
    if (!isLink(defaultHome) && !canEnter(account, dirname(defaultHome))) linkFallbackHome(defaultHome, account, log)
  }
  const home = isLink(defaultHome) ? readlinkSync(defaultHome) : defaultHome
  // As root, the home stays root's: the account owns only its cluster and socket.
  mkdirSync(home, { recursive: true })
  chmodSync(home, asRoot ? 0o711 : 0o700)
  return { folders: { home, cluster: join(home, 'pg'), log: join(home, 'postgres.log') }, account }
}

/** Creates the folder of the server's socket: 0700 and owned by the account, so that no other user can connect. */
export function prepareSocketFolder(home: string, account: PostgresAccount): string {
  const defaultFolder = join(home, 'socket')
  // The server reads a list of folders from one setting, so only plain characters are safe in it.
  const fits = Buffer.byteLength(defaultFolder) <= SOCKET_FOLDER_MAX_BYTES && /^[\w./-]+$/.test(defaultFolder)
  const folder = fits
    ? defaultFolder
    : join(tmpdir(), `hoshi-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  mkdirPrivate(folder, account)
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of ${account.name}: remove it and start again.`)
  }
  return folder
}

/** Creates a 0700 folder owned by the account; an existing one is left unchanged. */
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
 * Lets the account's group traverse, but not list, a data folder that is closed to every group, and such folders above
 * it inside the system's temporary folder. Only root's own folders change.
 */
function allowGroupTraversal(dataDir: string, account: PostgresAccount): void {
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

function linkFallbackHome(defaultHome: string, account: PostgresAccount, log: Log): void {
  if (existsSync(defaultHome)) {
    throw new Error(
      `The database in ${defaultHome} cannot be reached by ${account.name}: let others enter its parent folders (chmod o+x) or move DATA_DIR.`,
    )
  }
  const home = join(FALLBACK_HOME, randomUUID())
  mkdirSync(FALLBACK_HOME, { recursive: true })
  chmodSync(FALLBACK_HOME, 0o711)
  try {
    symlinkSync(home, defaultHome)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return
  }
  log.info(
    { home, link: defaultHome, account: account.name },
    'The data folder is closed to PostgreSQL: its files go elsewhere.',
  )
}
