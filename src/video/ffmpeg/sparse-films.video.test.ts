import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { onRenditions } from '#tests/support/made-rendition.server.ts'
import { makeSlides, type Slides } from '#tests/support/slides.server.ts'
import { judge } from '../verdict.ts'
import { makeGlimpses } from './glimpses.server.ts'
import { readMediaPlaylist } from './media-playlist.ts'
import { makePoster } from './poster.server.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const run = promisify(execFile)
const renditions = onRenditions()

async function made(name: string, slides: Slides) {
  const clip = await renditions.makeFrom(await makeSlides(join(renditions.dir, name), slides))
  expect(judge(clip.measurement)).toEqual({ ok: true })
  const facts = await verifyRendition(clip.outDir, clip)
  // Each segment has the sound of its own time.
  expect(facts.peakBandwidth).toBeLessThan(facts.averageBandwidth * 4)
  const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
  return { ...clip, facts, lengths: playlist?.segments.map(({ seconds }) => seconds) ?? [] }
}

/** When each picture of a rendition is shown, in milliseconds from the first one; keyframes alone if told. */
async function timesIn(outDir: string, only?: 'keyframes'): Promise<number[]> {
  const words = ['-v', 'error', '-allowed_extensions', 'ALL', '-select_streams', 'v', '-show_entries']
  const { stdout } = await run('ffprobe', [...words, 'packet=pts_time,flags', '-of', 'csv=p=0', 'index.m3u8'], {
    cwd: outDir,
  })
  const packets = stdout.split('\n').filter((line) => line.includes(','))
  const times = packets
    .filter((line) => only === undefined || line.includes('K'))
    .map((line) => Number.parseFloat(line))
  return times.map((time) => Math.round((time - Number.parseFloat(packets[0] ?? '')) * 1000))
}

/** Red or blue, for each tile of a sheet or for one picture. */
async function coloursOf(path: string, columns = 1, rows = 1): Promise<string[]> {
  const words = [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    `format=rgb24,scale=${columns}:${rows}:flags=neighbor`,
    '-pix_fmt',
    'rgb24',
  ]
  const { stdout } = await run('ffmpeg', [...words, '-f', 'rawvideo', '-'], { encoding: 'buffer' })
  const nameOf = (place: number) => {
    const [red = 0, , blue = 0] = stdout.subarray(place * 3, place * 3 + 3)
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'neither'
  }
  return Array.from({ length: columns * rows }, (_, place) => nameOf(place))
}

const every = (step: number, end: number) => Array.from({ length: Math.ceil(end / step) }, (_, place) => place * step)

describe('a film whose pictures stand for long', () => {
  it('repeats a picture between two that are forty seconds apart, in segments of four seconds', async () => {
    const clip = await made('two.mp4', { at: [0, 40] })
    expect(await timesIn(clip.outDir)).toEqual([...every(2000, 40_001), 40_875])
    expect(await timesIn(clip.outDir, 'keyframes')).toEqual(every(4000, 40_001))
    expect(clip.lengths.map((seconds) => Math.round(seconds))).toEqual([...Array<number>(10).fill(4), 1])

    const { sheet, storyboard } = await makeGlimpses({ dir: clip.outDir, width: 128, height: 72, durationSeconds: 41 })
    const colours = await coloursOf(sheet, storyboard.columns, storyboard.rows)
    expect(colours.slice(0, storyboard.tiles)).toEqual([...Array<string>(40).fill('red'), 'blue'])
    const poster = join(renditions.dir, 'two.webp')
    await makePoster({ source: clip.source, out: poster, measurement: clip.measurement })
    expect(await coloursOf(poster)).toEqual(['red'])
  })

  it('keeps the times of pictures between which nothing is missing', async () => {
    const burst = every(0.04, 1).map((seconds) => 20 + seconds)
    const at = [0, ...burst, 33, 33.5, 50]
    const clip = await made('recording.mp4', { at, soundSeconds: 51 })
    const times = await timesIn(clip.outDir)
    expect(times).toEqual(expect.arrayContaining(at.map((seconds) => Math.round(seconds * 1000))))
    expect(times.length).toBeLessThan(at.length + 30)
    expect(Math.max(...clip.lengths)).toBeLessThan(6.1)
    expect(Math.min(...clip.facts.segmentFrames)).toBeGreaterThan(0)
  })

  it('shows a single picture for as long as the sound goes on', async () => {
    const clip = await made('single.mp4', { at: [0], soundSeconds: 30 })
    expect(clip.facts.durationSeconds).toBeCloseTo(30, 0)
    expect(await timesIn(clip.outDir, 'keyframes')).toEqual(every(4000, 29_000))
    expect(clip.facts.segmentFrames).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
  })

  it('has the right lengths of uneven pictures none of which stands so long', async () => {
    const clip = await made('uneven.mp4', { at: [0, 3, 3.1, 9, 17], soundSeconds: 18 })
    expect(await timesIn(clip.outDir)).toEqual([0, 3000, 3100, 9000, 17_000])
    expect(clip.lengths.map((seconds) => Math.round(seconds))).toEqual([9, 9])
  })

  it('is copied when each picture is a keyframe and none stands too long', async () => {
    const at = [0, 10, 14, 25, 28]
    for (const name of ['slides.mp4', 'slides.mkv']) {
      const clip = await made(name, { at, soundSeconds: 29, extra: ['-g', '1'] })
      expect(clip.target.kind).toBe('copy')
      expect(await timesIn(clip.outDir)).toEqual(at.map((seconds) => seconds * 1000))
    }
  })
})
