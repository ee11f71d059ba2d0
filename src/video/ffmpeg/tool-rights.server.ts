import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type ToolAccount, type ToolFiles, toolAccount } from './tool-account.server.ts'
import { findTool, toolEnvironment } from './tool-path.server.ts'
import { readSystemMounts, viewWords } from './tool-view.server.ts'

export interface Limits {
  memoryBytes: number
  /** Of each file that is written. */
  fileBytes: number
  /** Gives way not only to the server, but also to runs that somebody waits for. */
  isLater?: boolean
}

/** How a run is begun. */
interface Launch {
  /** To put before the command. Each executes the next in its own place; only what begins a view of files waits for it. */
  words: string[]
  /** Who the first of them runs as, where none of them changes it. */
  as: ToolAccount | Record<never, never>
}

/** Null when something holds; else why not, in the system's words. */
type Held = string | null

/** What ffmpeg and ffprobe may do here, found by trying. */
export interface ToolRights {
  /** The user of their own that they run as; null: the server's. */
  account: ToolAccount | null
  isAnotherUser: Held
  cannotGainRights: Held
  seesOnlyItsFiles: Held
  hasNoNetwork: Held
  launch(files: ToolFiles, workingDir: string, limits: Limits): Launch
}

/** Ends what is begun with the worker that began it, also when that worker is killed with -9. */
const dieWithParent = ['--pdeathsig', 'KILL']
const niceness = (isLater = false) => (isLater ? '15' : '10')
const yieldToOthers = (isLater = false) => ['nice', '-n', niceness(isLater)]
const withinLimits = ({ memoryBytes, fileBytes }: Limits) => [
  ...['prlimit', `--as=${memoryBytes}`, `--fsize=${fileBytes}`, '--core=0', '--'],
]

/**
 * Has a run that leads a session of its own give way as a session, too. Linux shares processors among sessions before it
 * looks at what is nice within each, so that without this a run has as much of them as the whole server. Where the system
 * has no such thing, or none to give, nothing happens.
 */
export async function yieldAsSession(pid: number, isLater = false): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, niceness(isLater)).catch(() => {})
}

/** A command that is on every system. */
const nothing = ['/bin/sh', '-c', ':']

let available: Promise<ToolRights> | undefined

/** @see ToolRights Found once. */
export function toolRights(): Promise<ToolRights> {
  available ??= probeToolRights()
  return available
}

/** @param environment of the programs that are tried; another one in tests */
export async function probeToolRights(environment = toolEnvironment): Promise<ToolRights> {
  const attempt = (words: string[], as: Launch['as'] = {}, command = nothing) =>
    refusal([...words, ...command], as, environment)
  const limits = await attempt(withinLimits({ memoryBytes: 2 ** 32, fileBytes: 2 ** 20 }))
  const nice = await attempt(yieldToOthers())
  const bounds = (run: Limits) => [
    ...(limits === null ? withinLimits(run) : []),
    ...(nice === null ? yieldToOthers(run.isLater) : []),
  ]

  const own = toolAccount()
  const { begin, isAnotherUser, cannotGainRights } = await probeBeginning(own, attempt)
  const account = isAnotherUser === null ? own : null
  const held = { account, isAnotherUser, cannotGainRights }

  const system = await readSystemMounts()
  const view = (files: ToolFiles, workingDir: string) => [
    ...(own ? [] : ['unshare', '--user', '--map-root-user', '--']),
    // What unshare begins dies with it, and it has to die with the server.
    ...['setpriv', ...dieWithParent, '--'],
    ...['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child', '--'],
    ...viewWords(system, files, workingDir),
    ...['setpriv', ...(own ? become(own) : []), ...withoutRights, ...dieWithParent, '--'],
  ]
  const ffmpeg = await findTool('ffmpeg')
  const seesOnlyItsFiles = await attempt(view({}, '/'), {}, ffmpeg ? [ffmpeg, '-version'] : nothing)
  if (seesOnlyItsFiles === null) {
    const launch: ToolRights['launch'] = (files, workingDir, run) => ({
      words: [...view(files, workingDir), ...bounds(run)],
      as: {},
    })
    return { ...held, seesOnlyItsFiles, hasNoNetwork: null, launch }
  }

  const isRoot = own !== null && !('uid' in begin.as)
  // Who is not root needs a namespace of users for it, in which it stays without any right.
  const withoutNetwork = ['unshare', ...(isRoot ? [] : ['--user']), '--net', '--']
  const hasNoNetwork = await attempt([...withoutNetwork, ...begin.words], begin.as)
  return {
    ...held,
    seesOnlyItsFiles,
    hasNoNetwork,
    launch: (_files, _workingDir, run) => ({
      // First: a change of namespaces may undo what the next one asks for.
      words: [...(hasNoNetwork === null ? withoutNetwork : []), ...begin.words, ...bounds(run)],
      as: begin.as,
    }),
  }
}

const becomeNothing = ['--no-new-privs', '--inh-caps=-all']
/** The bounding set can only be emptied by who may do anything. */
const withoutRights = [...becomeNothing, '--bounding-set=-all']
const become = ({ uid, gid }: ToolAccount) => ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']

/** The first that works of the ways in which a run can begin without the server's rights. */
async function probeBeginning(
  own: ToolAccount | null,
  attempt: (words: string[], as?: Launch['as']) => Promise<Held>,
): Promise<{ begin: Launch; isAnotherUser: Held; cannotGainRights: Held }> {
  const notRoot = own ? null : 'Hoshi does not run as root'
  if (own) {
    const words = ['setpriv', ...become(own), ...withoutRights, ...dieWithParent, '--']
    if ((await attempt(words)) === null) {
      return { begin: { words, as: {} }, isAnotherUser: null, cannotGainRights: null }
    }
  }
  const words = ['setpriv', ...becomeNothing, ...dieWithParent, '--']
  const cannotGainRights = await attempt(words)
  const isAnotherUser = notRoot ?? (await attempt([], own ?? {}))
  return {
    begin: { words: cannotGainRights === null ? words : [], as: isAnotherUser === null && own ? own : {} },
    isAnotherUser,
    cannotGainRights,
  }
}

/** Null when a command succeeds, else what was said against it. */
async function refusal([command = '', ...args]: string[], as: Launch['as'], env: { PATH: string }): Promise<Held> {
  try {
    // Inside: who may not become another user is told so before there is a process.
    await promisify(execFile)(command, args, { env, cwd: '/', timeout: 60_000, ...as })
    return null
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: string | number; stderr?: string }
    return code === 'ENOENT' ? `${command} is not installed` : stderr?.trim().split('\n')[0] || message
  }
}

/** What holds and what does not, in one plain line. */
export function describeRights(rights: ToolRights): string {
  const { account, isAnotherUser, cannotGainRights, seesOnlyItsFiles, hasNoNetwork } = rights
  const user = account ? `runs as user ${account.uid}` : `runs as the server's user (${isAnotherUser})`
  const claims: [Held, string, string][] = [
    [cannotGainRights, 'cannot gain rights', 'could gain rights'],
    [seesOnlyItsFiles, 'sees only the files of its run', 'sees whatever that user may read'],
    [hasNoNetwork, 'has no network', 'can reach the network'],
  ]
  return `ffmpeg ${[user, ...claims.map(([why, yes, no]) => (why === null ? yes : `${no} (${why})`))].join(', ')}`
}
