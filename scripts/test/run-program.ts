import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '../..')

/** Runs a program of the project with its output as ours. Answers its exit code, 1 when it was killed or not there. */
export function runProgram(words: readonly string[]): Promise<number> {
  const [program = '', ...rest] = words
  return new Promise((resolve) => {
    const path = join(projectRoot, 'node_modules', '.bin', program)
    const child = spawn(path, rest, { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
