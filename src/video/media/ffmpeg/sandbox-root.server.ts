import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ToolFiles } from './tool-user.server.ts'

/** System folders that programs and their libraries need: mostly links into /usr, or separate folders. */
const systemFolders = [
  ...['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/local/bin', '/usr/local/lib'],
  ...['/bin', '/lib', '/lib32', '/lib64'],
]
/** Files where the loader finds libraries, and the targets of some of their links. */
const loaderFiles = ['/etc/ld.so.cache', '/etc/alternatives']
const devices = ['/dev/null', '/dev/urandom']

/** A folder without data that every Linux has: the root of the sandbox is built there, over its content. */
const ROOT = '/sys'

interface Mount {
  path: string
  options: string
  isFolder: boolean
}

/** Mounts of every sandbox on this machine: the programs, libraries and devices that exist. */
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
 * Prefix of a command that builds a root and starts the command in it: the system's programs and libraries, the output
 * folder, and the folder of the uploaded file, each at its usual path. There is no /proc, no /tmp, no /home. It has to
 * run in separate mount and process namespaces, as root there.
 *
 * Changing the root is enough, because nothing inside retains the right to leave: no capabilities, no open folder. And
 * unlike `pivot_root` it makes Linux refuse new user namespaces (`current_chrooted` in kernel/user_namespace.c), which
 * would restore all capabilities inside them.
 */
export function sandboxRootCommand(system: Mount[], files: ToolFiles, workingDir: string): string[] {
  const mounts = [...system, ...mountsOf(files)]
  const inside = (path: string) => quote(ROOT + path)
  const folders = new Set(mounts.map(({ path, isFolder }) => (isFolder ? path : dirname(path))))
  const table = mounts.map(
    ({ path, options }) => `${escapeFstab(path)} ${escapeFstab(ROOT + path)} none ${options} 0 0\n`,
  )
  const script = [
    'set -e',
    `mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs ${ROOT}`,
    `mkdir -p ${[...folders].map(inside).join(' ')}`,
    ...mounts.filter(({ isFolder }) => !isFolder).map(({ path }) => `: >${inside(path)}`),
    // One program for all mounts: each start of one costs a millisecond or more.
    `printf %s ${quote(table.join(''))} >${ROOT}/mounts`,
    `mount --all --fstab ${ROOT}/mounts`,
    'exec "$@"',
  ]
  return ['sh', '-c', script.join('\n'), 'sh', 'unshare', `--root=${ROOT}`, `--wd=${workingDir}`, '--']
}

/** Mounts of the folders with uploaded bytes: nothing in them can be executed or opened as a device. */
function mountsOf({ outputDir, inputFile }: ToolFiles): Mount[] {
  const restricted = 'bind,nosuid,nodev,noexec'
  const source = inputFile === undefined ? null : dirname(inputFile)
  const isCovered = source === null || (outputDir !== undefined && `${source}/`.startsWith(`${outputDir}/`))
  return [
    ...(isCovered ? [] : [{ path: source, options: `${restricted},ro`, isFolder: true }]),
    // After the other, which may contain it.
    ...(outputDir === undefined ? [] : [{ path: outputDir, options: restricted, isFolder: true }]),
  ]
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Escapes a path for fstab(5). */
function escapeFstab(path: string): string {
  return path.replace(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)
}
