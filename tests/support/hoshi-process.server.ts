import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** A Hoshi in a process of its own, started by the same command as in production. */
export interface HoshiProcess {
  pid: number
  url: string
  /** Everything it has said so far. */
  said(): string
  /** Resolves when it ends by itself or by a signal. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** `kill -9`, and waits for the end. */
  kill(): Promise<void>
}

const projectDir = join(import.meta.dirname, '../..')
/** The disk that tests run on is not theirs. */
const forTests = { LOG_LEVEL: 'warn', DEMO: 'off', DISK_RESERVE_BYTES: String(64 * 1024 ** 2) }

/** Starts Hoshi and waits until it serves, or works when its role is `worker`. */
export async function startHoshi(environment: { PORT: string; DATA_DIR: string } & Record<string, string>) {
  const hoshi = spawnHoshi(environment)
  let isOver = false
  void hoshi.ended.then(() => {
    isOver = true
  })
  await eventually(`Hoshi is healthy; it said: ${hoshi.said()}`, async () => {
    if (isOver) return true
    if (environment.ROLE === 'worker') return hoshi.said().includes('working the jobs')
    return (await fetch(new URL('/healthz', hoshi.url), { signal: AbortSignal.timeout(3000) })).ok
  })
  if (isOver) throw new Error(`Hoshi ended at its start: ${hoshi.said()}`)
  return hoshi
}

function spawnHoshi(environment: { PORT: string } & Record<string, string>): HoshiProcess {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: projectDir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...forTests, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (piece: Buffer) => {
    said += piece.toString()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${environment.PORT}`,
    said: () => said,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A port that was free a moment ago: the same one serves every restart. */
export async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return String(port)
}

/** Running processes that work in a folder, or were told of it: the whole house that lives on it. */
export function processesOf(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      // A process that has ended but was not waited for has an empty command.
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

/** Ends whatever still runs on a test's folder. */
export async function endProcessesOf(root: string): Promise<void> {
  await eventually('nothing runs on the folder', () => {
    const left = processesOf(root)
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Ended in the meantime.
      }
    }
    return left.length === 0
  })
}

/** Ends whatever still runs on a test's folder, and removes it. */
export async function endHouse(root: string): Promise<void> {
  await endProcessesOf(root)
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}

export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
