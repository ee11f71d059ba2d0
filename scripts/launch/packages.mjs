import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { fingerprint, root } from './project.mjs'
import { fail, step } from './run.mjs'

const NEEDED_MAJOR = 24

/**
 * Installs exactly the packages of the lockfile, unless they are installed already.
 * @param folder the folder with the lockfile: the project's, or `clients`, needed only by slow tests and benches
 */
export async function ensurePackages(folder = '.') {
  const wanted = wantedStamp(folder)
  if (installedStamp(folder) === wanted) return
  await withLock(folder === '.' ? 'packages' : `packages of ${folder}`, async () => {
    if (installedStamp(folder) === wanted) return
    const lock = readLock(join(folder, 'package-lock.json'))
    if (!isInstalledByNpm(lock, readLock(join(folder, 'node_modules/.package-lock.json')))) await install(folder)
    mkdirSync(join(root, folder, 'node_modules'), { recursive: true })
    writeFileSync(stampFile(folder), wanted)
  })
}

/** The Node that the lockfile pins; where there is none for the platform, this one if it is new enough. */
export function installedNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath
  return fail(
    `this platform (${process.platform} ${process.arch}) needs Node ${NEEDED_MAJOR} or later; this is Node ${process.versions.node}.`,
  )
}

/**
 * Whether npm has installed the packages of the lockfile, by its own record: it writes the second file at the end of a
 * successful install. Optional packages may be absent.
 */
export function isInstalledByNpm(lock, installed) {
  if (!lock || !installed) return false
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true
    const found = installed.packages[path]
    return found ? found.version === entry.version : entry.optional === true
  })
}

async function install(folder) {
  rmSync(stampFile(folder), { force: true })
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  args.push('--prefix', join(root, folder))
  const cli = process.env.npm_execpath
  const [program, first] = cli?.endsWith('.js') ? [nodeOutsideTheProject(), [cli]] : ['npm', []]
  const title =
    folder === '.' ? 'installing packages (first start, about a minute)…' : `installing the packages of ${folder}…`
  const code = await step(title, program, [...first, ...args], { ...process.env, PATH: pathOutsideTheProject() })
  if (code !== 0) fail('installing packages failed; the lines above say why. The same command tries again.')
}

/** npm removes the project's own Node while it installs, so it must not run on it. */
function nodeOutsideTheProject() {
  const found = pathOutsideTheProject()
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file))
  return found ?? process.execPath
}

function pathOutsideTheProject() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.startsWith(join(root, 'node_modules'))).join(delimiter)
}

function stampFile(folder) {
  return join(root, folder, 'node_modules', '.hoshi-installed')
}

function wantedStamp(folder) {
  return `${fingerprint([join(folder, 'package-lock.json')])} ${process.platform} ${process.arch}`
}

function installedStamp(folder) {
  const file = stampFile(folder)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null
  }
}
