import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { makeSlides, type Slides } from '#tests/support/media/slides.server.ts'
import { readMediaPlaylist } from '../hls/media-playlist.ts'
import { verifyRendition } from '../hls/verify-rendition.server.ts'
import { makePoster } from '../stills/poster.server.ts'
import { makePreviewAssets } from '../stills/preview-assets.server.ts'
import { validate } from '../validation.ts'

const run = promisify(execFile)
const renditions = setUpRenditions()

async function makeRendition(name: string, slides: Slides) {
  const clip = await renditions.makeFrom(await makeSlides(join(renditions.dir, name), slides))
  expect(validate(clip.mediaInfo)).toEqual({ ok: true })
  const facts = await verifyRendition(clip.outDir, clip)
  // Each segment has the audio of its own time.
  expect(facts.peakBandwidth).toBeLessThan(facts.averageBandwidth * 4)
  const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
  return { ...clip, facts, lengths: playlist?.segments.map(({ seconds }) => seconds) ?? [] }
}

/** Presentation times of a rendition's frames, or only keyframes, in milliseconds from the first one. */
async function timesIn(outDir: string, only?: 'keyframes'): Promise<number[]> {
  const args = ['-v', 'error', '-allowed_extensions', 'ALL', '-select_streams', 'v', '-show_entries']
  const { stdout } = await run('ffprobe', [...args, 'packet=pts_time,flags', '-of', 'csv=p=0', 'index.m3u8'], {
    cwd: outDir,
  })
  const packets = stdout.split('\n').filter((line) => line.includes(','))
  const times = packets
    .filter((line) => only === undefined || line.includes('K'))
    .map((line) => Number.parseFloat(line))
  return times.map((time) => Math.round((time - Number.parseFloat(packets[0] ?? '')) * 1000))
}

/** Red or blue, for each tile of a sprite or for one image. */
async function coloursOf(path: string, columns = 1, rows = 1): Promise<string[]> {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    `format=rgb24,scale=${columns}:${rows}:flags=neighbor`,
    '-pix_fmt',
    'rgb24',
  ]
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-'], { encoding: 'buffer' })
  const nameOf = (index: number) => {
    const [red = 0, , blue = 0] = stdout.subarray(index * 3, index * 3 + 3)
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'neither'
  }
  return Array.from({ length: columns * rows }, (_, index) => nameOf(index))
}

const every = (step: number, end: number) => Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step)

describe('a video whose frames are shown for long', () => {
  it('repeats a frame between two that are forty seconds apart, in segments of four seconds', async () => {
    const clip = await makeRendition('two.mp4', { at: [0, 40] })
    expect(await timesIn(clip.outDir)).toEqual([...every(2000, 40_001), 40_875])
    expect(await timesIn(clip.outDir, 'keyframes')).toEqual(every(4000, 40_001))
    expect(clip.lengths.map((seconds) => Math.round(seconds))).toEqual([...Array<number>(10).fill(4), 1])

    const { sprite, storyboard } = await makePreviewAssets({
      dir: clip.outDir,
      width: 128,
      height: 72,
      durationSeconds: 41,
      framesPerSecond: 1,
    })
    const colours = await coloursOf(sprite, storyboard.columns, storyboard.rows)
    expect(colours.slice(0, storyboard.tiles)).toEqual([...Array<string>(40).fill('red'), 'blue'])
    const poster = join(renditions.dir, 'two.webp')
    await makePoster({ source: clip.source, out: poster, mediaInfo: clip.mediaInfo })
    expect(await coloursOf(poster)).toEqual(['red'])
  })

  it('preserves the times of the source’s own frames', async () => {
    const burst = every(0.04, 1).map((seconds) => 20 + seconds)
    const at = [0, ...burst, 33, 33.5, 50]
    const clip = await makeRendition('recording.mp4', { at, audioSeconds: 51 })
    const times = await timesIn(clip.outDir)
    expect(times).toEqual(expect.arrayContaining(at.map((seconds) => Math.round(seconds * 1000))))
    expect(times.length).toBeLessThan(at.length + 30)
    expect(Math.max(...clip.lengths)).toBeLessThan(6.1)
    expect(Math.min(...clip.facts.segmentFrames)).toBeGreaterThan(0)
  })

  it('shows a single frame until the audio ends', async () => {
    const clip = await makeRendition('single.mp4', { at: [0], audioSeconds: 30 })
    expect(clip.facts.durationSeconds).toBeCloseTo(30, 0)
    expect(await timesIn(clip.outDir, 'keyframes')).toEqual(every(4000, 29_000))
    expect(clip.facts.segmentFrames).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
  })

  it('has the right lengths at a variable frame rate without such long frames', async () => {
    const clip = await makeRendition('uneven.mp4', { at: [0, 3, 3.1, 9, 17], audioSeconds: 18 })
    expect(await timesIn(clip.outDir)).toEqual([0, 3000, 3100, 9000, 17_000])
    expect(clip.lengths.map((seconds) => Math.round(seconds))).toEqual([9, 9])
  })

  it('is copied when each frame is a keyframe and none is shown too long', async () => {
    const at = [0, 10, 14, 25, 28]
    for (const name of ['slides.mp4', 'slides.mkv']) {
      const clip = await makeRendition(name, { at, audioSeconds: 29, extra: ['-g', '1'] })
      expect(clip.target.kind).toBe('copy')
      expect(await timesIn(clip.outDir)).toEqual(at.map((seconds) => seconds * 1000))
    }
  })
})
