import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atTheEnd } from './leftovers.ts'

/** A Hoshi in a process of its own, as in production. */
export interface HoshiProcess {
  url: string
  /** Of the server itself; PostgreSQL and ffmpeg are its children. */
  pid: number
  /** From the spawn to the first 200 of `/healthz`. */
  secondsToHealthy: number
  /** Stops it in order and waits until it is gone. */
  stop(): Promise<void>
}

/** The server alone, or the whole command that people type. */
export type StartedBy = 'server' | 'npm start'

const projectDir = join(import.meta.dirname, '..')
const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 30_000
const HEALTH_EVERY_MS = 20
const FIRST_PORT = 5000
const LAST_PORT = 5099

/** Gives a piece of work a data folder and removes it afterwards. */
export async function withDataDir<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hoshi-bench-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const forget = atTheEnd(remove)
  try {
    return await work(dataDir)
  } finally {
    forget()
    await remove()
  }
}

/** Gives a piece of work a fresh Hoshi with an empty data folder, and removes both afterwards. */
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

/** @throws Error when it ends, or does not become healthy within five minutes */
export async function startHoshi(
  dataDir: string,
  by: StartedBy = 'server',
  role: 'all' | 'web' = 'all',
  settings: Record<string, string> = {},
): Promise<HoshiProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const [program, ...words] = by === 'npm start' ? ['npm', 'start', '--silent'] : [process.execPath, ...serverWords]
  const child = spawn(program, words, {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm, the launcher and the server are signalled together, as Ctrl-C at a terminal does it.
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
      ...settings,
    },
  })
  let said = ''
  const listen = (bytes: Buffer) => {
    said = (said + bytes).slice(-4000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.on('error', (error) => listen(Buffer.from(error.message)))
  const stop = () => end(child)
  const forget = atTheEnd(stop)
  try {
    await healthy(url, child)
  } catch (error) {
    await stop()
    throw new Error(`Hoshi did not start; it said: ${said}`, { cause: error })
  }
  return {
    url,
    pid: child.pid ?? 0,
    secondsToHealthy: (performance.now() - begun) / 1000,
    async stop() {
      forget()
      await stop()
    },
  }
}

const serverWords = ['--import', './scripts/launch/end-with-parent.mjs', 'src/server/main.ts']

async function healthy(url: string, child: ChildProcess): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS
  while (performance.now() < limit) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended.')
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3000) }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await pause(HEALTH_EVERY_MS)
  }
  throw new Error('It is not healthy.')
}

/** Ends the command with everything it started; npm may be gone before the server is. */
async function end({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return
  const limit = performance.now() + STOP_LIMIT_MS
  while (signalGroup(pid, 0)) {
    if (performance.now() > limit) signalGroup(pid, 'SIGKILL')
    await pause(HEALTH_EVERY_MS)
  }
}

/** @returns whether anything of the group is still there */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

/** One that nobody listens on now. @throws Error when none is left */
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

/** What of a process lies in memory now, in MB of a million bytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kibibytes === undefined) throw new Error('The system does not say how much memory the server uses.')
  return (Number(kibibytes) * 1024) / 1e6
}
