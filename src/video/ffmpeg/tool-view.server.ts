import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ToolFiles } from './tool-account.server.ts'

/** What programs and their libraries need of the system: links into /usr mostly, or folders of their own. */
const systemFolders = [
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/local/bin', '/usr/local/lib'],
  ...['/bin', '/lib', '/lib32', '/lib64'],
]
/** Where the loader looks libraries up, and what some of their names are links to. */
const loaderFiles = ['/etc/ld.so.cache', '/etc/alternatives']
const devices = ['/dev/null', '/dev/urandom']

/** A folder that every Linux has and that nobody's data lies in: the view is built there, over what it shows. */
const ROOT = '/sys'

interface Mount {
  path: string
  options: string
  isFolder: boolean
}

/** What every view of this machine shows: what there is of programs, libraries and devices. */
export async function readSystemMounts(): Promise<Mount[]> {
  const mounts: Mount[] = []
  for (const path of [...systemFolders, ...loaderFiles, ...devices]) {
    const found = await stat(path).catch(() => null)
    if (found === null) continue
    const options = devices.includes(path) ? 'bind' : 'rbind,ro,nosuid,nodev'
    mounts.push({ path, options, isFolder: found.isDirectory() })
  }
  return mounts
}

/**
 * The words that build a view and begin what comes behind them in it: the system's programs and libraries, the output
 * folder, and the folder of the uploaded file, each at its usual place. There is no /proc, no /tmp, no /home. They have to run in
 * namespaces of mounts and processes of their own, as root there.
 *
 * Changing the root is enough, since nothing behind it keeps the right to leave: no capabilities, no folder held open. And
 * unlike `pivot_root` it has Linux refuse new namespaces of users (`current_chrooted` in kernel/user_namespace.c), which
 * would give all capabilities back inside them.
 */
export function viewWords(system: Mount[], files: ToolFiles, workingDir: string): string[] {
  const mounts = [...system, ...mountsOf(files)]
  const inside = (path: string) => quote(ROOT + path)
  const folders = new Set(mounts.map(({ path, isFolder }) => (isFolder ? path : dirname(path))))
  const table = mounts.map(({ path, options }) => `${inTable(path)} ${inTable(ROOT + path)} none ${options} 0 0\n`)
  const script = [
    'set -e',
    `mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs ${ROOT}`,
    `mkdir -p ${[...folders].map(inside).join(' ')}`,
    ...mounts.filter(({ isFolder }) => !isFolder).map(({ path }) => `: >${inside(path)}`),
    // One program for all of them: each start of one costs a millisecond or more.
    `printf %s ${quote(table.join(''))} >${ROOT}/mounts`,
    `mount --all --fstab ${ROOT}/mounts`,
    'exec "$@"',
  ]
  return ['sh', '-c', script.join('\n'), 'sh', 'unshare', `--root=${ROOT}`, `--wd=${workingDir}`, '--']
}

/** What a stranger's bytes may be written to can neither be run nor be read as a device. */
function mountsOf({ outputDir, reads }: ToolFiles): Mount[] {
  const closed = 'bind,nosuid,nodev,noexec'
  const source = reads === undefined ? null : dirname(reads)
  const isShown = source === null || (outputDir !== undefined && `${source}/`.startsWith(`${outputDir}/`))
  return [
    ...(isShown ? [] : [{ path: source, options: `${closed},ro`, isFolder: true }]),
    // Behind the other, which may be around it.
    ...(outputDir === undefined ? [] : [{ path: outputDir, options: closed, isFolder: true }]),
  ]
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** As fstab(5) wants it. */
function inTable(path: string): string {
  return path.replace(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)
}
