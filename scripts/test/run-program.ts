import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

const projectRoot = join(import.meta.dirname, '../..')
/** Priority of programs beside the tests: they run while the tests wait. */
const BESIDE_PRIORITY = 10
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const running = new Set<ChildProcess>()

/**
 * Runs a program of the project with inherited output. Resolves with its exit code, or 1 when it was killed or is
 * missing.
 */
export async function runProgram(
  command: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return exitOf(start(command, environment, 'inherit'))
}

/** Runs a program of the project beside others, at a lower priority. Its output is collected. */
export async function runBeside(command: readonly string[]): Promise<{ code: number; output: string }> {
  const child = start(command, {}, 'pipe')
  if (child.pid !== undefined) setPriority(child.pid, BESIDE_PRIORITY)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await exitOf(child)
  return { code, output: Buffer.concat(chunks).toString() }
}

function start(command: readonly string[], environment: Record<string, string>, output: 'inherit' | 'pipe') {
  const [program = '', ...rest] = command
  const path = join(projectRoot, 'node_modules', '.bin', program)
  const env = { ...process.env, ...environment }
  return spawn(path, rest, { cwd: projectRoot, env, stdio: ['ignore', output, output] })
}

async function exitOf(child: ChildProcess): Promise<number> {
  if (running.size === 0) for (const signal of signals) process.on(signal, stopAll)
  running.add(child)
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    // Not at its exit, when output may still arrive.
    child.on('close', (code) => resolve(code ?? 1))
  })
  running.delete(child)
  if (running.size === 0) for (const signal of signals) process.off(signal, stopAll)
  return code
}

/** A signal ends the programs first, then this process: neither outlives the other. */
function stopAll(signal: NodeJS.Signals): void {
  const children = [...running]
  for (const child of children) {
    child.kill(signal)
    child.once('exit', () => {
      const isLast = children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
      if (isLast) process.exit(128 + constants.signals[signal])
    })
  }
}
