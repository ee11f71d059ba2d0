import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/**
 * Records what a page shows, as `name`.webm in the folder HOSHI_TEST_RECORDINGS; nothing without it.
 *
 * @returns a function that finishes the file
 */
export async function record(page: Page, name: string): Promise<() => Promise<void>> {
  const folder = process.env.HOSHI_TEST_RECORDINGS
  if (!folder) return async () => {}
  await mkdir(folder, { recursive: true })
  const ffmpeg = encode(join(folder, `${name}.webm`))
  const ended = once(ffmpeg, 'exit')
  const screencast = await page.screencast.start({
    onFrame: ({ data }) => void ffmpeg.stdin?.write(data),
    size: { width: 1280, height: 800 },
  })
  return async () => {
    await screencast.dispose()
    ffmpeg.stdin?.end()
    const [code] = await ended
    if (code !== 0) throw new Error(`The recording ended with ${code}.`)
  }
}

/** Frames come when the page changes: each stays until the next. */
function encode(path: string): ChildProcess {
  const input = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-use_wallclock_as_timestamps', '1', '-i', 'pipe:0']
  const output = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', '-r', '15', path]
  return spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...output], { stdio: ['pipe', 'ignore', 'inherit'] })
}
