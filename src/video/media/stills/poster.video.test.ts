import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { probeMedia } from '../probe/probe.server.ts'
import { webpSize } from './image-format.ts'
import { makePoster } from './poster.server.ts'

const run = promisify(execFile)
let dir: string
let posterCount = 0
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-poster-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('a poster', () => {
  const posterOf = async (spec: ClipSpec, share: number | null = null) => {
    const source = await makeClip(dir, spec)
    const mediaInfo = await probeMedia(source)
    if (!mediaInfo.isReadable) throw new Error('unreadable clip')
    const out = join(dir, `poster-${++posterCount}.webp`)
    const largeOut = join(dir, `large-poster-${posterCount}.webp`)
    const size = await makePoster({ source, out, largeOut, mediaInfo, share })
    return { size, out, largeOut, bytes: await readFile(out) }
  }

  /** How alike two pictures are, the larger one scaled down: 1 for the same (SSIM). */
  const likeness = async (small: string, large: string) => {
    const graph = '[1:v]scale=640:360:flags=bicubic[scaled];[0:v][scaled]ssim=stats_file=-'
    const { stdout } = await run('ffmpeg', [
      ...['-v', 'error', '-i', small, '-i', large, '-filter_complex', graph],
      ...['-f', 'null', '-'],
    ])
    return Number(/All:([\d.]+)/.exec(stdout)?.[1])
  }

  it('is a small WebP as displayed, at most 640 pixels a side', async () => {
    const wide = await posterOf({ width: 1280, height: 720 })
    expect(wide.size).toEqual({ width: 640, height: 360 })
    expect(wide.bytes.subarray(0, 4).toString() + wide.bytes.subarray(8, 12).toString()).toBe('RIFFWEBP')
    expect(wide.bytes.length).toBeLessThan(100_000)
    expect((await posterOf({ width: 1280, height: 720, rotation: 90 })).size).toEqual({ width: 360, height: 640 })
    expect((await posterOf({})).size).toEqual({ width: 320, height: 180 })
  })
  it('is drawn as a large one too where the film has the pixels, of the same frame', async () => {
    const widths = async (spec: ClipSpec) => {
      const { out, largeOut } = await posterOf({ seconds: 6, blackSeconds: 2.5, ...spec })
      return [out, largeOut].map((path) => (existsSync(path) ? (webpSize(readFileSync(path))?.width ?? 0) : null))
    }
    expect(await widths({ width: 1280, height: 720 })).toEqual([640, 1280])
    expect(await widths({ width: 854, height: 480 })).toEqual([640, 854])
    expect(await widths({ width: 640, height: 360 })).toEqual([640, null])
    const { out, largeOut } = await posterOf({ seconds: 6, width: 1280, height: 720 })
    expect(await likeness(out, largeOut)).toBeGreaterThan(0.97)
  })
  it('skips a dark beginning', async () => {
    const dark = await posterOf({ seconds: 6, blackSeconds: 6 })
    const late = await posterOf({ seconds: 6, blackSeconds: 2.5 })
    expect(late.bytes.length).toBeGreaterThan(dark.bytes.length * 4)
  })
  it('is the frame at the requested moment, dark or not, and another one if there is none', async () => {
    const clip = { seconds: 6, blackSeconds: 2.5 }
    const [early, late, over] = [await posterOf(clip, 0.1), await posterOf(clip, 0.9), await posterOf(clip, 1)]
    expect(late.bytes.length).toBeGreaterThan(early.bytes.length * 4)
    expect(over.bytes.length).toBeGreaterThan(early.bytes.length * 4)
  })
  it('is made from two frames, too', async () => {
    expect((await posterOf({ seconds: 0.1, fps: 20 })).bytes.length).toBeGreaterThan(100)
  })
})
