import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'

/** Where programs are looked for; nothing of the server's own environment is handed on. */
const searchPath = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

/** The whole environment of every run: English messages that code can recognise, and no secrets. */
export const toolEnvironment = { PATH: searchPath.join(':'), LC_ALL: 'C' }

/** The full path of a program, or null when it is not installed. Looked up at each call, since it may be installed meanwhile. */
export async function findTool(name: string, folders: string[] = searchPath): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

interface Limits {
  memoryBytes: number
  /** Of each file that is written. */
  fileBytes: number
  /** Gives way not only to the server, but also to runs that somebody waits for. */
  isLater?: boolean
}

/** `setpriv --pdeathsig` ends ffmpeg with the worker that started it, also when that worker is killed with -9. */
const dieWithParent = ['setpriv', '--pdeathsig', 'KILL', '--']
const yieldToOthers = (isLater = false) => ['nice', '-n', isLater ? '15' : '10']

function withinLimits(limits: Limits): string[] {
  return ['prlimit', `--as=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`, '--core=0', '--']
}

function works(prefix: string[]): Promise<boolean> {
  const [command = '', ...args] = prefix
  return new Promise((resolve) => {
    execFile(command, [...args, 'true'], { env: toolEnvironment, timeout: 10_000 }, (error) => resolve(!error))
  })
}

let available: Promise<{ dieWithParent: boolean; limits: boolean; nice: boolean }> | undefined

async function probeWrappers() {
  const [parent, limits, nice] = await Promise.all([
    works(dieWithParent),
    works(withinLimits({ memoryBytes: 2 ** 32, fileBytes: 2 ** 20 })),
    works(yieldToOthers()),
  ])
  return { dieWithParent: parent, limits, nice }
}

/** The words to put before a command so that it runs limited. Each wrapper executes the next in its own place: one process. */
export async function wrap(limits: Limits): Promise<string[]> {
  available ??= probeWrappers()
  const has = await available
  return [
    ...(has.dieWithParent ? dieWithParent : []),
    ...(has.limits ? withinLimits(limits) : []),
    ...(has.nice ? yieldToOthers(limits.isLater) : []),
  ]
}
