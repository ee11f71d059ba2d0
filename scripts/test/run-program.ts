import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

const projectRoot = join(import.meta.dirname, '../..')

/**
 * Runs a program of the project with inherited output. Resolves with its exit code, or 1 when it was killed or is
 * missing.
 */
export function runProgram(command: readonly string[], environment: Record<string, string> = {}): Promise<number> {
  const [program = '', ...rest] = command
  return new Promise((resolve) => {
    const path = join(projectRoot, 'node_modules', '.bin', program)
    const env = { ...process.env, ...environment }
    const child = spawn(path, rest, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] })
    const removeListeners = forwardSignals(child)
    child.on('error', (error) => {
      console.error(error.message)
      removeListeners()
      resolve(1)
    })
    child.on('exit', (code) => {
      removeListeners()
      resolve(code ?? 1)
    })
  })
}

/** A signal ends the program first, then this process: neither outlives the other. */
function forwardSignals(child: ChildProcess): () => void {
  const stop = (signal: NodeJS.Signals) => {
    child.once('exit', () => process.exit(128 + constants.signals[signal]))
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}
