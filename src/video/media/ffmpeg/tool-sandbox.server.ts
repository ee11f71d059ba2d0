import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { readSystemMounts, sandboxRootCommand } from './sandbox-root.server.ts'
import { findTool, toolEnvironment } from './tool-path.server.ts'
import { findToolUser, type ToolFiles, type ToolUser } from './tool-user.server.ts'

export interface Limits {
  memoryBytes: number
  /** Largest size of each file that is written. */
  fileBytes: number
  /** Yields not only to the server, but also to urgent runs. */
  isLowPriority?: boolean
}

/** How a run is started. */
interface Launch {
  /** Prefix of the command. Each program replaces itself with the next; only `unshare --fork` waits for it. */
  prefix: string[]
  /** Account of the first of them, where none of them changes it. */
  user: ToolUser | Record<never, never>
}

/** Null when a restriction is in force; otherwise why not, as the system reports it. */
type RestrictionError = string | null

/** Restrictions of ffmpeg and ffprobe on this machine, found by trying. */
export interface ToolSandbox {
  /** The separate user that they run as; null: the server's. */
  user: ToolUser | null
  userError: RestrictionError
  privilegeError: RestrictionError
  filesystemError: RestrictionError
  networkError: RestrictionError
  launch(files: ToolFiles, workingDir: string, limits: Limits): Launch
}

/** Ends a process with the worker that started it, also when that worker is killed with -9. */
const dieWithParent = ['--pdeathsig', 'KILL']
/** Niceness of runs that are neither urgent nor of low priority, and of those of low priority. Only tests change it. */
export const toolNiceness = { normal: 10, low: 15 }
const niceness = (isLowPriority = false) => String(isLowPriority ? toolNiceness.low : toolNiceness.normal)
const niceArguments = (isLowPriority = false) => ['nice', '-n', niceness(isLowPriority)]
const limitArguments = ({ memoryBytes, fileBytes }: Limits) => [
  ...['prlimit', `--as=${memoryBytes}`, `--fsize=${fileBytes}`, '--core=0', '--'],
]

/**
 * Makes a run that leads its own session yield as a session, too. Linux shares processors among sessions before it
 * applies niceness within each, so without this a run gets as much of them as the entire server. Does nothing where the
 * system does not support or permit it.
 */
export async function lowerSessionPriority(pid: number, isLowPriority = false): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, niceness(isLowPriority)).catch(() => {})
}

/** A command that every system has. */
const noopCommand = ['/bin/sh', '-c', ':']

let cachedSandbox: Promise<ToolSandbox> | undefined

/** Probes once. @see ToolSandbox */
export function toolSandbox(): Promise<ToolSandbox> {
  cachedSandbox ??= probeToolSandbox()
  return cachedSandbox
}

/** @param environment of the programs that are tried; only tests pass another one */
export async function probeToolSandbox(environment = toolEnvironment): Promise<ToolSandbox> {
  const attempt = (prefix: string[], user: Launch['user'] = {}, command = noopCommand) =>
    tryCommand([...prefix, ...command], user, environment)
  const limits = await attempt(limitArguments({ memoryBytes: 2 ** 32, fileBytes: 2 ** 20 }))
  const nice = await attempt(niceArguments())
  const bounds = (run: Limits) => [
    ...(limits === null ? limitArguments(run) : []),
    ...(nice === null ? niceArguments(run.isLowPriority) : []),
  ]

  const toolUser = findToolUser()
  const { base, userError, privilegeError } = await probeBaseLaunch(toolUser, attempt)
  const user = userError === null ? toolUser : null
  const restrictions = { user, userError, privilegeError }

  const systemMounts = await readSystemMounts()
  const confine = (files: ToolFiles, workingDir: string) => [
    ...(toolUser ? [] : ['unshare', '--user', '--map-root-user', '--']),
    // A process that unshare starts dies with it, and it has to die with the server.
    ...['setpriv', ...dieWithParent, '--'],
    ...['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child', '--'],
    ...sandboxRootCommand(systemMounts, files, workingDir),
    ...['setpriv', ...(toolUser ? setUser(toolUser) : []), ...dropCapabilities, ...dieWithParent, '--'],
  ]
  const ffmpeg = await findTool('ffmpeg')
  const filesystemError = await attempt(confine({}, '/'), {}, ffmpeg ? [ffmpeg, '-version'] : noopCommand)
  if (filesystemError === null) {
    const launch: ToolSandbox['launch'] = (files, workingDir, run) => ({
      prefix: [...confine(files, workingDir), ...bounds(run)],
      user: {},
    })
    return { ...restrictions, filesystemError, networkError: null, launch }
  }

  const isRoot = toolUser !== null && !('uid' in base.user)
  // Without root this needs a user namespace, in which the run stays without any right.
  const withoutNetwork = ['unshare', ...(isRoot ? [] : ['--user']), '--net', '--']
  const networkError = await attempt([...withoutNetwork, ...base.prefix], base.user)
  return {
    ...restrictions,
    filesystemError,
    networkError,
    launch: (_files, _workingDir, run) => ({
      // First: a change of namespaces may undo the settings of a later program.
      prefix: [...(networkError === null ? withoutNetwork : []), ...base.prefix, ...bounds(run)],
      user: base.user,
    }),
  }
}

const dropPrivileges = ['--no-new-privs', '--inh-caps=-all']
/** Only a process with full rights can empty the bounding set. */
const dropCapabilities = [...dropPrivileges, '--bounding-set=-all']
const setUser = ({ uid, gid }: ToolUser) => ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']

/** The first way to start a run without the server's rights that works. */
async function probeBaseLaunch(
  toolUser: ToolUser | null,
  attempt: (prefix: string[], user?: Launch['user']) => Promise<RestrictionError>,
): Promise<{ base: Launch; userError: RestrictionError; privilegeError: RestrictionError }> {
  const notRoot = toolUser ? null : 'Hoshi does not run as root'
  if (toolUser) {
    const prefix = ['setpriv', ...setUser(toolUser), ...dropCapabilities, ...dieWithParent, '--']
    if ((await attempt(prefix)) === null) {
      return { base: { prefix, user: {} }, userError: null, privilegeError: null }
    }
  }
  const prefix = ['setpriv', ...dropPrivileges, ...dieWithParent, '--']
  const privilegeError = await attempt(prefix)
  const userError = notRoot ?? (await attempt([], toolUser ?? {}))
  return {
    base: { prefix: privilegeError === null ? prefix : [], user: userError === null && toolUser ? toolUser : {} },
    userError,
    privilegeError,
  }
}

/** Null when a command succeeds, else the reason of its failure. */
async function tryCommand(
  [command = '', ...args]: string[],
  user: Launch['user'],
  env: { PATH: string },
): Promise<RestrictionError> {
  try {
    // Inside `try`: a forbidden change of user throws before there is a process.
    await promisify(execFile)(command, args, { env, cwd: '/', timeout: 60_000, ...user })
    return null
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: string | number; stderr?: string }
    return code === 'ENOENT' ? `${command} is not installed` : stderr?.trim().split('\n')[0] || message
  }
}

/** One line for the log: which restrictions are in force, and which are not. */
export function describeSandbox(sandbox: ToolSandbox): string {
  const { user, userError, privilegeError, filesystemError, networkError } = sandbox
  const userText = user ? `runs as user ${user.uid}` : `runs as the server's user (${userError})`
  const restrictions: [RestrictionError, string, string][] = [
    [privilegeError, 'cannot gain rights', 'could gain rights'],
    [filesystemError, 'sees only the files of its run', 'sees whatever that user may read'],
    [networkError, 'has no network', 'can reach the network'],
  ]
  return `ffmpeg ${[userText, ...restrictions.map(([why, yes, no]) => (why === null ? yes : `${no} (${why})`))].join(', ')}`
}
