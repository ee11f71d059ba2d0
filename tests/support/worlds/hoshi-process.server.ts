import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#tests/support/run/eventually.ts'
import { signalProcesses } from './signal-processes.ts'

/** A Hoshi in its own process, started by the same command as in production. */
export interface HoshiProcess {
  pid: number
  url: string
  /** Its output so far. */
  output(): string
  /** Resolves when it exits or is ended by a signal. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** `kill -9`, and waits for the exit. */
  kill(): Promise<void>
}

const projectDir = join(import.meta.dirname, '../../..')
/** A small reserve, because the tests do not own the disk. */
export const testSettings = {
  LOG_LEVEL: 'warn',
  DEMO: 'off',
  IMAGE_MODERATION: 'off',
  DISK_RESERVE_BYTES: String(64 * 1024 ** 2),
}

/**
 * Starts Hoshi and waits until it serves, or works jobs when its role is `worker`.
 * @param folder of another version than this one
 */
export async function startHoshi(
  environment: { PORT: string; DATA_DIR: string } & Record<string, string>,
  folder = projectDir,
) {
  const hoshi = spawnHoshi(environment, folder)
  let hasExited = false
  void hoshi.ended.then(() => {
    hasExited = true
  })
  const isServing = async () => {
    if (hasExited) return true
    if (environment.ROLE === 'worker') return hoshi.output().includes('running the jobs')
    return (await fetch(new URL('/healthz', hoshi.url), { signal: AbortSignal.timeout(3000) })).ok
  }
  await eventually('Hoshi is healthy', isServing).catch((cause) => {
    throw new Error(`Hoshi does not serve; it has printed: ${hoshi.output()}`, { cause })
  })
  if (hasExited) throw new Error(`Hoshi exited at startup: ${hoshi.output()}`)
  return hoshi
}

function spawnHoshi(environment: { PORT: string } & Record<string, string>, folder: string): HoshiProcess {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...testSettings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const append = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${environment.PORT}`,
    output: () => output,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** All running processes with this folder as working directory, or in their arguments or environment. */
export function processesOf(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      // A zombie has an empty command.
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const belongs =
        command.includes(folder) ||
        readlinkSync(`/proc/${name}/cwd`).startsWith(folder) ||
        readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder)
      return command !== '' && belongs ? [{ pid: Number(name), command }] : []
    } catch {
      return []
    }
  })
}

/** Kills everything that still runs on a test's folder. */
export async function killProcessesOf(root: string): Promise<void> {
  await eventually('nothing runs on the folder', () => {
    const remaining = processesOf(root)
    signalProcesses(
      remaining.map(({ pid }) => pid),
      'SIGKILL',
    )
    return remaining.length === 0
  })
}

/** Kills everything that still runs on a test's folder, and removes it. */
export async function destroyInstance(root: string): Promise<void> {
  await killProcessesOf(root)
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}

export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
