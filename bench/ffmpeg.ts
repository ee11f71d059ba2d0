import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atTheEnd } from './leftovers.ts'

const run = promisify(execFile)

/** Runs ffmpeg to its end. @returns what it said; nothing unless `words` ask for it @throws Error with that */
export async function runFfmpeg(words: string[]): Promise<string> {
  const running = run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...words])
  const forget = atTheEnd(async () => void running.child.kill('SIGKILL'))
  try {
    return (await running).stderr
  } finally {
    forget()
  }
}
