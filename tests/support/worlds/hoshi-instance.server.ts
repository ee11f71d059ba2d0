import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { destroyInstance, startHoshi } from './hoshi-process.server.ts'
import { freePort } from './ports.server.ts'

/** A Hoshi in its own process, with an empty site and its own port, folder and embedded database. */
export interface HoshiInstance {
  url: string
  dataDir: string
  /** The output of the server since its last start. */
  output(): string
  /** Kills the server as a power cut would, and waits until it is gone. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder, and waits until it serves. */
  start(): Promise<void>
  /** Kills all its processes and removes the folder. */
  close(): Promise<void>
}

export async function startHoshiInstance(): Promise<HoshiInstance> {
  const root = await mkdtemp(join(tmpdir(), 'hoshi-instance-'))
  const environment = {
    PORT: await freePort(),
    DATA_DIR: join(root, 'data'),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
  }
  let running = await startHoshi(environment)
  return {
    url: running.url,
    dataDir: environment.DATA_DIR,
    output: () => running.output(),
    kill: () => running.kill(),
    async start() {
      running = await startHoshi(environment)
    },
    close: () => destroyInstance(root),
  }
}
