import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onCleanup } from './cleanup.ts'

/** A Hoshi in its own process, as in production. */
export interface HoshiProcess {
  url: string
  /** Process id of the server itself; PostgreSQL and ffmpeg are its children. */
  pid: number
  /** From the spawn to the first 200 of `/healthz`. */
  secondsToHealthy: number
  /** Stops it gracefully and waits until it has exited. */
  stop(): Promise<void>
}

/** The server alone, or the full command that an operator types. */
export type LaunchCommand = 'server' | 'npm start'

const projectDir = join(import.meta.dirname, '..')
const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 30_000
const HEALTH_EVERY_MS = 20
const FIRST_PORT = 5000
const LAST_PORT = 5099

/** Runs `work` with a temporary data folder and removes it afterwards. */
export async function withDataDir<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hoshi-bench-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const unregister = onCleanup(remove)
  try {
    return await work(dataDir)
  } finally {
    unregister()
    await remove()
  }
}

/** Runs `work` with a fresh Hoshi on an empty data folder, and removes both afterwards. */
export function withHoshi<Result>(work: (hoshi: HoshiProcess) => Promise<Result>): Promise<Result> {
  return withDataDir(async (dataDir) => {
    const hoshi = await startHoshi(dataDir)
    try {
      return await work(hoshi)
    } finally {
      await hoshi.stop()
    }
  })
}

/** @throws Error when it exits, or is not healthy within five minutes */
export async function startHoshi(
  dataDir: string,
  command: LaunchCommand = 'server',
  role: 'all' | 'web' = 'all',
  settings: Record<string, string> = {},
): Promise<HoshiProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const [program, ...args] =
    command === 'npm start' ? ['npm', 'start', '--silent'] : [process.execPath, ...serverArguments]
  const child = spawn(program, args, {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm, the launcher and the server are signalled together, as Ctrl-C at a terminal does.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ROLE: role,
      DEMO: 'off',
      IMAGE_MODERATION: 'off',
      ...settings,
    },
  })
  let output = ''
  const collect = (bytes: Buffer) => {
    output = (output + bytes).slice(-4000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.on('error', (error) => collect(Buffer.from(error.message)))
  const stop = () => stopGroup(child)
  const unregister = onCleanup(stop)
  try {
    await waitUntilHealthy(url, child)
  } catch (error) {
    await stop()
    throw new Error(`Hoshi did not start; its output: ${output}`, { cause: error })
  }
  return {
    url,
    pid: child.pid ?? 0,
    secondsToHealthy: (performance.now() - startedAt) / 1000,
    async stop() {
      unregister()
      await stop()
    },
  }
}

const serverArguments = ['--import', './scripts/launch/end-with-parent.mjs', 'src/server/main.ts']

async function waitUntilHealthy(url: string, child: ChildProcess): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS
  while (performance.now() < limit) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It has exited.')
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3000) }).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return
    await pause(HEALTH_EVERY_MS)
  }
  throw new Error('It did not become healthy.')
}

/** Ends the command and everything it started; npm may exit before the server. */
async function stopGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return
  const limit = performance.now() + STOP_LIMIT_MS
  while (signalGroup(pid, 0)) {
    if (performance.now() > limit) signalGroup(pid, 'SIGKILL')
    await pause(HEALTH_EVERY_MS)
  }
}

/** @returns whether any process of the group still exists */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

/** A port that is free now. @throws Error when none is left */
export async function freePort(): Promise<number> {
  for (let port = FIRST_PORT; port <= LAST_PORT; port += 1) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`)
}

/** Current resident memory of a process, in MB of a million bytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kibibytes === undefined) throw new Error('The system does not report the memory of the server.')
  return (Number(kibibytes) * 1024) / 1e6
}
