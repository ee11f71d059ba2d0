import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atTheEnd } from './leftovers.ts'

const run = promisify(execFile)

/** Runs ffmpeg to its end. @throws Error with what ffmpeg said */
export async function runFfmpeg(words: string[]): Promise<void> {
  const running = run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...words])
  const forget = atTheEnd(async () => void running.child.kill('SIGKILL'))
  try {
    await running
  } finally {
    forget()
  }
}
