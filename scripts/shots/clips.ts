import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const LOOP_SECONDS = 8

/** A few seconds of a still scene with silent audio. Browsers play it without re-encoding. */
export async function drawLoop(browser: Browser, scene: string, folder: string): Promise<string> {
  const still = await drawScene(browser, scene, folder)
  const path = join(folder, `${scene}.mkv`)
  const image = ['-loop', '1', '-framerate', '2', '-i', still]
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-g', '8']
  const audio = ['-c:a', 'aac', '-b:a', '32k', '-t', String(LOOP_SECONDS)]
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...image, ...silence, ...codecs, ...audio, path])
  return path
}

/** A clip of this length in seconds, from stream copies of the loop: nothing is encoded. */
export async function makeClip(loop: string, seconds: number, folder: string): Promise<string> {
  const path = join(folder, `${seconds}.mp4`)
  const copies = ['-stream_loop', '-1', '-i', loop, '-t', String(seconds), '-c', 'copy', '-movflags', '+faststart']
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...copies, path])
  return path
}

async function drawScene(browser: Browser, name: string, folder: string): Promise<string> {
  const svg = await readFile(join(root, `src/app/art/${name}.svg`), 'utf8')
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
  await page.setContent(`<style>body{margin:0}svg{width:640px;height:360px}</style>${svg}`)
  const path = join(folder, `${name}.png`)
  await writeFile(path, await page.screenshot())
  await page.close()
  return path
}
