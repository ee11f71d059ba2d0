import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import type { MediaInfo } from '../media-info.ts'
import { probeMedia } from '../probe/probe.server.ts'
import { readFrameTimes } from '../probe/read-frame-times.server.ts'
import type { EncodeTarget } from '../rendition.ts'
import { audioBetween } from './audio-range.ts'
import { encodeChunk } from './chunk.server.ts'
import { canBeChunked, planChunks } from './chunk-plan.ts'
import { extractAudio } from './extract-audio.server.ts'
import { mediaPlaylist } from './media-playlist.ts'

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

/** Encodes a clip chunk by chunk, and puts the segments of each size together as they are stored. */
async function encodeInChunks(spec: ClipSpec, audio: EncodeTarget['audio'], segmentStarts: number[] | null = null) {
  const source = await makeClip(dir, { width: 192, height: 108, ...spec })
  const mediaInfo = (await probeMedia(source)) as MediaInfo
  expect(canBeChunked(mediaInfo, audio)).toBe(true)
  const work = await mkdtemp(join(dir, 'work-'))
  const extractedAudio =
    audio === 'none' ? null : await extractAudio({ source, dir: work, name: 'sound.mp4', plan: audio, mediaInfo })
  const frameTimes = await readFrameTimes(source, mediaInfo)
  const chunks = planChunks(frameTimes, segmentStarts)
  const inits = new Map<string, Set<string>>()
  const segments: { seconds: number; frames: number }[] = []
  for (const chunk of chunks) {
    const outDir = join(work, String(chunk.number))
    await mkdir(outDir)
    const range =
      extractedAudio && audioBetween('../sound.mp4', extractedAudio, chunk.startsAt, chunk.toSeconds && chunk.endsAt)
    const run = {
      source,
      outDir,
      targets: targets(audio),
      mediaInfo,
      chunk,
      audio: range,
      isLowPriority: false,
    }
    const encoded = await encodeChunk(run)
    segments.push(...(encoded[0]?.segments ?? []))
    for (const [index, { dir: from, init }] of encoded.entries()) {
      const name = targets(audio)[index]?.name ?? ''
      await cp(from, join(work, name), { recursive: true })
      const hashes = inits.get(name) ?? new Set()
      inits.set(name, hashes.add((await readFile(join(from, init))).toString('hex')))
    }
  }
  const names = segments.map(({ seconds }, index) => ({
    uri: `${String(index + 1).padStart(4, '0')}.m4s`,
    seconds,
  }))
  const playlists = targets(audio).map(({ name }) => join(work, name, 'index.m3u8'))
  for (const path of playlists)
    await writeFile(path, mediaPlaylist({ init: 'init.mp4', segments: names }, { isComplete: true, longestSeconds: 8 }))
  return { source, mediaInfo, frameTimes, chunks, segments, playlists, inits }
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

/** Lowest similarity of a frame to the source's frame of the same number. */
async function lowestSimilarity(playlist: string, source: string, width: number): Promise<number> {
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
    'HEVC with open GOPs',
    { video: 'hevc', fps: '30000/1001', extra: ['-x265-params', 'log-level=error:keyint=70'] },
    'encode',
  ],
  [
    'H.264 in Matroska, which rounds, with its own audio except for the packet of lead-in',
    { fps: '24000/1001', container: 'mkv', extra: ['-bf', '3'] },
    'copy',
  ],
  ['H.264 with one keyframe in all', { keyframeSeconds: 99, audio: 'none' }, 'none'],
  ['audio that ends before the video', { extra: ['-bsf:a', 'noise=drop=gt(pts*tb\\,11)'] }, 'encode'],
]

describe('a video encoded in chunks', () => {
  it.each(specs)(
    'is the same as when encoded in one go, frame for frame and packet for packet: %s',
    async (_name, spec, audio) => {
      const { source, mediaInfo, chunks, playlists, inits } = await encodeInChunks({ seconds: 28, ...spec }, audio)
      expect(chunks.length).toBeGreaterThan(2)
      expect(playlists).toHaveLength(targets(audio).length)
      const rate = mediaInfo.video!.frameRate
      for (const [index, playlist] of playlists.entries()) {
        const videoPackets = await packets(playlist, 'v')
        expect(videoPackets).toHaveLength(mediaInfo.video!.packets)
        const step = rate.denominator / rate.numerator
        const shown = videoPackets.map(({ pts }) => pts).toSorted((one, other) => one - other)
        for (const [n, pts] of shown.entries()) expect(pts).toBeCloseTo(n * step, 3)
        for (const [n, { dts }] of videoPackets.entries()) expect(dts - videoPackets[0]!.dts).toBeCloseTo(n * step, 3)
        expect(await lowestSimilarity(playlist, source, targets(audio)[index]!.width)).toBeGreaterThan(0.8)
        const audioTimes = (await packets(playlist, 'a')).map(({ pts }) => pts)
        expect(audioTimes.length > 0).toBe(audio !== 'none')
        const steps = audioTimes.slice(1).map((time, n) => time - audioTimes[n]!)
        expect(steps.filter((each) => Math.abs(each - 1024 / 48_000) >= 0.0005)).toEqual([])
        expect(audioTimes.length).toEqual(audio === 'copy' ? mediaInfo.audio!.packets - 1 : expect.any(Number))
      }
      expect([...inits.values()].map((hashes) => hashes.size)).toEqual(playlists.map(() => 1))
    },
  )

  it('begins its segments where another rendition does', async () => {
    const starts = [0, 100, 210, 290, 400, 550, 640]
    const { segments, chunks } = await encodeInChunks({ seconds: 30 }, 'copy', starts)
    expect(chunks.map(({ firstFrame }) => firstFrame)).toEqual([0, 210, 550])
    expect(segments.map(({ frames }) => frames)).toEqual([100, 110, 80, 110, 150, 90, 80])
  })
})
