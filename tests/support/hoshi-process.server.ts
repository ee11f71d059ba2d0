import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endLeftovers } from '#platform/postgres-processes.server.ts'

/** Hoshi as `npm start` runs it: a process of its own with an embedded database, which can be killed. */
export interface HoshiProcess {
  url: string
  dataDir: string
  /** Ends the process as a power cut would, and waits until it is gone. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder, and waits until it serves. */
  start(): Promise<void>
  /** Stops it in order and removes its folder. */
  close(): Promise<void>
}

const projectDir = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 60_000

export async function startHoshiProcess(): Promise<HoshiProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hoshi-test-process-'))
  const port = await freePort()
  let child = await launch(dataDir, port)
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    kill: () => end(child, 'SIGKILL'),
    async start() {
      child = await launch(dataDir, port)
    },
    async close() {
      await end(child, 'SIGTERM')
      await endLeftovers(join(dataDir, 'postgres', 'pg'))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function launch(dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: projectDir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DEMO: 'off',
    },
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
    child.stderr?.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      if (!said.includes('hoshi: ready on ')) return
      clearTimeout(limit)
      resolve(child)
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(limit)
      reject(new Error(`Hoshi did not start (exit ${code}): ${said}`))
    })
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}
