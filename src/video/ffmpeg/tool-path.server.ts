import { execFile } from 'node:child_process'
import { access, constants, writeFile } from 'node:fs/promises'
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
const niceness = (isLater = false) => (isLater ? '15' : '10')
const yieldToOthers = (isLater = false) => ['nice', '-n', niceness(isLater)]

/**
 * Has a run that leads a session of its own give way as a session, too. Linux shares processors among sessions before it
 * looks at what is nice within each, so that without this a run has as much of them as the whole server. Where the system
 * has no such thing, or none to give, nothing happens.
 */
export async function yieldAsSession(pid: number, isLater = false): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, niceness(isLater)).catch(() => {})
}

function withinLimits(limits: Limits): string[] {
  return ['prlimit', `--as=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`, '--core=0', '--']
}

/** Null when a command starts with these words before it, else what was said against it. */
function refusal(prefix: string[]): Promise<string | null> {
  const [command = '', ...args] = prefix
  return new Promise((resolve) => {
    execFile(command, [...args, 'true'], { env: toolEnvironment, timeout: 10_000 }, (error, _stdout, stderr) => {
      if (error === null) resolve(null)
      else if (error.code === 'ENOENT') resolve(`${command} is not installed`)
      else resolve(stderr.trim().split('\n').at(-1) || error.message)
    })
  })
}

const works = async (prefix: string[]) => (await refusal(prefix)) === null

/**
 * A network of its own in which not even loopback is up. Who is not root needs a namespace of users for it, in which it
 * stays without any right; root would lose there what lets it read everybody's files.
 */
const withoutNetwork = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user']), '--net', '--']

interface Wrappers {
  dieWithParent: boolean
  limits: boolean
  nice: boolean
  /** Why programs keep the network; null when they have none. */
  networkKept: string | null
}

let available: Promise<Wrappers> | undefined

async function probeWrappers(): Promise<Wrappers> {
  const [parent, limits, nice] = await Promise.all([
    works(dieWithParent),
    works(withinLimits({ memoryBytes: 2 ** 32, fileBytes: 2 ** 20 })),
    works(yieldToOthers()),
  ])
  // With the first of the others behind it, which has to work in there too.
  const networkKept = await refusal([...withoutNetwork, ...(parent ? dieWithParent : [])])
  return { dieWithParent: parent, limits, nice, networkKept }
}

/** Why ffmpeg and ffprobe can reach the network here, in the system's words; null when they cannot. Found by trying, once. */
export async function networkKept(): Promise<string | null> {
  available ??= probeWrappers()
  return (await available).networkKept
}

/** The words to put before a command so that it runs limited. Each wrapper executes the next in its own place: one process. */
export async function wrap(limits: Limits): Promise<string[]> {
  available ??= probeWrappers()
  const has = await available
  return [
    // First: a change of namespaces may undo what the next one asks for.
    ...(has.networkKept === null ? withoutNetwork : []),
    ...(has.dieWithParent ? dieWithParent : []),
    ...(has.limits ? withinLimits(limits) : []),
    ...(has.nice ? yieldToOthers(limits.isLater) : []),
  ]
}
