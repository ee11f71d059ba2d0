import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onCleanup } from './cleanup.ts'

const run = promisify(execFile)

/** Runs ffmpeg to completion. @returns its log; empty unless `args` raise the log level @throws Error with the log */
export async function runFfmpeg(args: string[]): Promise<string> {
  const running = run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args])
  const unregister = onCleanup(async () => void running.child.kill('SIGKILL'))
  try {
    return (await running).stderr
  } finally {
    unregister()
  }
}
