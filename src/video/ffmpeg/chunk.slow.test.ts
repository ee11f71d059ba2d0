import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/clips.server.ts'
import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import { encodeChunk } from './chunk.server.ts'
import { canBeChunked, planChunks } from './chunk-plan.ts'
import { measure } from './measure.server.ts'
import { mediaPlaylist } from './media-playlist.ts'
import { readPictures } from './read-pictures.server.ts'
import { makeSound } from './sound.server.ts'
import { soundBetween } from './sound-part.ts'

const run = promisify(execFile)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-chunk-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const targets = (audio: EncodeTarget['audio']): EncodeTarget[] =>
  [96, 192].map((width) => ({
    kind: 'encode',
    name: `${(width / 16) * 9}p`,
    width,
    height: (width / 16) * 9,
    audio,
    maxVideoBitsPerSecond: 600_000,
    preset: 'superfast',
  }))

/** Encodes a clip chunk by chunk, and lays the segments of each size together as they are stored. */
async function encodeInChunks(spec: ClipSpec, audio: EncodeTarget['audio'], segmentStarts: number[] | null = null) {
  const source = await makeClip(dir, { width: 192, height: 108, ...spec })
  const measurement = (await measure(source)) as Measurement
  expect(canBeChunked(measurement, audio)).toBe(true)
  const work = await mkdtemp(join(dir, 'work-'))
  const sound =
    audio === 'none' ? null : await makeSound({ source, dir: work, name: 'sound.mp4', plan: audio, measurement })
  const pictures = await readPictures(source, measurement)
  const chunks = planChunks(pictures, segmentStarts)
  const inits = new Map<string, Set<string>>()
  const segments: { seconds: number; frames: number }[] = []
  for (const chunk of chunks) {
    const outDir = join(work, String(chunk.number))
    await mkdir(outDir)
    const part = sound && soundBetween('../sound.mp4', sound, chunk.startsAt, chunk.toSeconds && chunk.endsAt)
    const run = { source, outDir, targets: targets(audio), measurement, chunk, sound: part, isLater: false }
    const made = await encodeChunk(run)
    segments.push(...(made[0]?.segments ?? []))
    for (const [place, { dir: from, init }] of made.entries()) {
      const name = targets(audio)[place]?.name ?? ''
      await cp(from, join(work, name), { recursive: true })
      const kept = inits.get(name) ?? new Set()
      inits.set(name, kept.add((await readFile(join(from, init))).toString('hex')))
    }
  }
  const names = segments.map(({ seconds }, place) => ({
    uri: `${String(place + 1).padStart(4, '0')}.m4s`,
    seconds,
  }))
  const playlists = targets(audio).map(({ name }) => join(work, name, 'index.m3u8'))
  for (const path of playlists)
    await writeFile(path, mediaPlaylist({ init: 'init.mp4', segments: names }, { isWhole: true, longestSeconds: 8 }))
  return { source, measurement, pictures, chunks, segments, playlists, inits }
}

async function packets(playlist: string, kind: 'v' | 'a'): Promise<{ pts: number; dts: number }[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', kind, '-show_entries', 'packet=pts_time,dts_time', '-of', 'csv=p=0'],
    playlist,
  ])
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(',').map(Number))
    .map(([pts = 0, dts = 0]) => ({ pts, dts }))
}

/** The least alike of all pictures, each beside the source's of the same number. */
async function leastAlike(playlist: string, source: string, width: number): Promise<number> {
  const scale = `scale=${width}:-2:flags=bicubic,settb=1/100,setpts=N`
  const { stdout } = await run('ffmpeg', [
    ...['-v', 'error', '-i', playlist, '-i', source],
    ...['-filter_complex', `[0:v]settb=1/100,setpts=N[made];[1:v]${scale}[true];[made][true]ssim=f=-`],
    ...['-f', 'null', '-'],
  ])
  return Math.min(...[...stdout.matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value)))
}

const specs: [string, ClipSpec, EncodeTarget['audio']][] = [
  ['VP9 in WebM', { video: 'vp9', audio: 'opus', container: 'webm', keyframeSeconds: 3 }, 'encode'],
  [
    'HEVC with open groups',
    { video: 'hevc', fps: '30000/1001', extra: ['-x265-params', 'log-level=error:keyint=70'] },
    'encode',
  ],
  [
    'H.264 in Matroska, which rounds, with its own sound',
    { fps: '24000/1001', container: 'mkv', extra: ['-bf', '3'] },
    'copy',
  ],
  ['H.264 with one keyframe in all', { keyframeSeconds: 99, audio: 'none' }, 'none'],
  ['sound that ends before the picture', { extra: ['-bsf:a', 'noise=drop=gt(pts*tb\\,11)'] }, 'encode'],
]

describe('a video encoded in chunks', () => {
  it.each(specs)(
    'is the same as in one go, picture for picture and packet for packet: %s',
    async (_name, spec, audio) => {
      const { source, measurement, chunks, playlists, inits } = await encodeInChunks({ seconds: 28, ...spec }, audio)
      expect(chunks.length).toBeGreaterThan(2)
      expect(playlists).toHaveLength(targets(audio).length)
      const rate = measurement.video!.frameRate
      for (const [place, playlist] of playlists.entries()) {
        const pictures = await packets(playlist, 'v')
        expect(pictures).toHaveLength(measurement.video!.packets)
        const step = rate.denominator / rate.numerator
        const shown = pictures.map(({ pts }) => pts).toSorted((one, other) => one - other)
        for (const [n, pts] of shown.entries()) expect(pts).toBeCloseTo(n * step, 3)
        for (const [n, { dts }] of pictures.entries()) expect(dts - pictures[0]!.dts).toBeCloseTo(n * step, 3)
        expect(await leastAlike(playlist, source, targets(audio)[place]!.width)).toBeGreaterThan(0.8)
        const sound = (await packets(playlist, 'a')).map(({ pts }) => pts)
        expect(sound.length > 0).toBe(audio !== 'none')
        const steps = sound.slice(1).map((time, n) => time - sound[n]!)
        expect(steps.filter((each) => Math.abs(each - 1024 / 48_000) >= 0.0005)).toEqual([])
        expect(sound.length).toEqual(audio === 'copy' ? measurement.audio!.packets : expect.any(Number))
      }
      expect([...inits.values()].map((kept) => kept.size)).toEqual(playlists.map(() => 1))
    },
  )

  it('begins its segments where those of another rendition do', async () => {
    const starts = [0, 100, 210, 290, 400, 550, 640]
    const { segments, chunks } = await encodeInChunks({ seconds: 30 }, 'copy', starts)
    expect(chunks.map(({ firstPicture }) => firstPicture)).toEqual([0, 210, 550])
    expect(segments.map(({ frames }) => frames)).toEqual([100, 110, 80, 110, 150, 90, 80])
  })
})
