import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Programs of a store that a test starts, below one folder. */
export interface LocalProcesses {
  /** Runs a program to its end. @throws Error with its output when it fails */
  run(command: string, args: string[]): string
  /** Starts a program that runs until `stop`. Its output is kept in the folder. */
  start(command: string, args: string[]): void
  stop(): Promise<void>
}

export function createLocalProcesses(dir: string, environment: Record<string, string> = {}): LocalProcesses {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: dir, ...environment }
  const running: { kill(): void; ended: Promise<void> }[] = []
  return {
    run(command, args) {
      const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: dir, env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
      return stdout
    },
    start(command, args) {
      const child = spawn(command, args, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
      const keep = (chunk: Buffer) => appendFileSync(join(dir, `${running.length}-output.log`), chunk)
      child.stdout.on('data', keep)
      child.stderr.on('data', keep)
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
      running.push({ kill: () => child.kill('SIGKILL'), ended })
    },
    async stop() {
      // The last first, which depend on the others.
      for (const { kill, ended } of running.reverse()) {
        kill()
        await ended
      }
    },
  }
}
