import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/clips.server.ts'
import { planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import type { RenditionTarget } from '../rendition.ts'
import { boxesAt, boxesIn } from './fmp4-boxes.ts'
import { addFragment, type TrackSum, tracksOfInitSegment } from './fmp4-tracks.ts'
import { copyToHls, encodeToHls } from './hls.server.ts'
import { ownPlaylistInput } from './input-arguments.ts'
import { measure } from './measure.server.ts'
import { readMediaPlaylist } from './media-playlist.ts'
import { makePoster } from './poster.server.ts'
import { runTool } from './run-tool.server.ts'
import { verifyRendition } from './verify-rendition.server.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-hls-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

interface Made {
  outDir: string
  target: RenditionTarget
  measurement: Measurement
  source: string
}

let made = 0

async function make(spec: ClipSpec, onProgress?: (share: number) => void): Promise<Made> {
  return await makeFrom(await makeClip(dir, spec), onProgress)
}

/** Makes the first planned rendition of a file. */
async function makeFrom(source: string, onProgress?: (share: number) => void): Promise<Made> {
  const measurement = await measure(source)
  if (!measurement.isReadable) throw new Error('unreadable clip')
  const { copy, encodes } = planRenditions(measurement)
  const target = copy ?? encodes.at(-1)
  if (!target) throw new Error('nothing planned')
  const runDir = join(dir, `out-${++made}`)
  const outDir = join(runDir, target.name)
  if (target.kind === 'copy') await copyToHls({ source, outDir, target, measurement, onProgress })
  else await encodeToHls({ source, outDir: runDir, targets: [target], segmentStarts: null, measurement, onProgress })
  return { outDir, target, measurement, source }
}

/** A figure of a stream of a finished rendition, as ffprobe names it. */
async function probe(outDir: string, entry: string, stream = 'v:0'): Promise<string> {
  const args = ['-v', 'error', '-select_streams', stream, '-show_entries', entry, '-of', 'csv=p=0']
  const input = ownPlaylistInput('index.m3u8')
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [...args, ...input],
    deadlineMs: 60_000,
    outputDir: outDir,
  })
  // A playlist's streams are told twice: as its program's and as the file's.
  return stdout.split('\n')[0] ?? ''
}

/** Each fragment begins where the one before it ends, in all tracks. */
async function expectFragments(outDir: string, inFirstSegment: number): Promise<void> {
  const init = viewOf(await readFile(join(outDir, 'init.mp4')))
  expect(boxesIn(init).map(({ type }) => type)).toEqual(['ftyp', 'moov'])
  const tracks = tracksOfInitSegment(init)
  const ends = new Map<number, number>()
  const counts: number[] = []
  const names = (await readdir(outDir)).filter((each) => each.endsWith('.m4s')).sort()
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const segment = viewOf(await readFile(join(outDir, name)))
    const types = boxesIn(segment).map(({ type }) => type)
    const moofs = boxesIn(segment).filter(({ type }) => type === 'moof')
    expect(moofs.length).toBeGreaterThan(0)
    counts.push(moofs.length)
    expect(types).toEqual(['styp', ...Array.from({ length: moofs.length }, () => ['moof', 'mdat']).flat()])
    for (const moof of moofs) {
      const trafs = boxesAt(segment, ['traf'], boxesIn(segment, moof.start, moof.end))
      expect(trafs.length).toBeGreaterThan(0)
      for (const traf of trafs) {
        const inside = boxesIn(segment, traf.start, traf.end)
        const id = segment.getUint32(boxesAt(segment, ['tfhd'], inside)[0]!.start + 4)
        const begins = Number(segment.getBigUint64(boxesAt(segment, ['tfdt'], inside)[0]!.start + 4))
        const sums = new Map<number, TrackSum>()
        addFragment(new DataView(segment.buffer, moof.start, moof.end - moof.start), tracks, sums)
        const { timescale = 1 } = tracks.find((track) => track.id === id) ?? {}
        expect(begins).toBe(ends.get(id) ?? begins)
        const ticks = Math.round((sums.get(id)?.durationSeconds ?? 0) * timescale)
        expect(ticks / timescale).toBeLessThan(0.4)
        ends.set(id, begins + ticks)
      }
    }
  }
  expect(counts[0]).toBeGreaterThanOrEqual(inFirstSegment)
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(new Uint8Array(bytes).buffer)
}

describe('a copied rendition', () => {
  it('holds the very frames of the source, in segments that begin with keyframes', async () => {
    const shares: number[] = []
    const clip = await make({ seconds: 9, keyframeSeconds: 1.5 }, (share) => shares.push(share))
    const facts = await verifyRendition(clip.outDir, clip)
    expect(facts).toMatchObject({ frames: 216, width: 320, height: 180, segmentFrames: [108, 108] })
    expect(facts.durationSeconds).toBeCloseTo(9, 1)
    expect(facts.codecs).toMatch(/^avc1\.6400..,mp4a\.40\.2$/)
    expect(facts.files).toEqual(['index.m3u8', 'init.mp4', '0001.m4s', '0002.m4s'])
    expect(facts.averageBandwidth).toBeLessThanOrEqual(facts.peakBandwidth)
    expect(facts.sizeBytes).toBeGreaterThan((facts.averageBandwidth / 8) * 8)
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
    expect(playlist?.segments.map((segment) => segment.seconds)).toEqual([4.5, 4.5])
  })

  it('comes in fragments of a quarter of a second, none of them in the init segment', async () => {
    const clip = await make({ seconds: 9, keyframeSeconds: 1.5 })
    await expectFragments(clip.outDir, 18)
  })

  it.each<[string, ClipSpec, string]>([
    ['from Matroska', { container: 'mkv' }, 'copy'],
    ['without sound', { audio: 'none' }, 'none'],
    ['with 5.1 mixed down', { channels: 6 }, 'encode'],
    ['with MP3 made AAC', { audio: 'mp3' }, 'encode'],
    ['whose sound begins later', { audioDelaySeconds: 0.6 }, 'copy'],
    ['upright', { width: 180, height: 320 }, 'copy'],
  ])('%s', async (_name, spec, audio) => {
    const clip = await make(spec)
    expect(clip.target).toMatchObject({ kind: 'copy', audio })
    const facts = await verifyRendition(clip.outDir, clip)
    expect(facts.frames).toBe(48)
    expect(await probe(clip.outDir, 'stream=channels,sample_rate', 'a:0')).toBe(audio === 'none' ? '' : '48000,2')
  })

  it('carries neither titles nor chapters', async () => {
    const clip = await make({ extra: ['-metadata', 'title=secret place'] })
    for (const name of ['init.mp4', '0001.m4s']) {
      expect((await readFile(join(clip.outDir, name))).includes('secret')).toBe(false)
    }
  })
})

describe('an encoded rendition', () => {
  it.each<[string, ClipSpec, string]>([
    ['VP9 with Opus', { video: 'vp9', audio: 'opus', container: 'webm' }, '320x180'],
    ['VP8, silent', { video: 'vp8', audio: 'none', container: 'webm' }, '320x180'],
    ['HEVC', { video: 'hevc' }, '320x180'],
    ['MPEG-4 in AVI with MP3', { video: 'mpeg4', audio: 'mp3', container: 'avi' }, '320x180'],
    ['a transport stream', { container: 'ts' }, '320x180'],
    ['Theora with Vorbis', { video: 'theora', audio: 'vorbis', container: 'ogv' }, '320x180'],
    [
      '10 bits with FLAC',
      { pixelFormat: 'yuv420p10le', audio: 'flac', container: 'mkv', extra: ['-profile:v', 'high10'] },
      '320x180',
    ],
    ['rotated', { rotation: 90 }, '180x320'],
    ['odd', { width: 321, height: 181, pixelFormat: 'yuv444p', extra: ['-profile:v', 'high444'] }, '320x180'],
    ['wide pixels', { pixelAspect: '4/3' }, '426x180'],
    ['interlaced', { isInterlaced: true, video: 'mpeg2', container: 'mov' }, '320x180'],
    ['uneven frames', { isVariableFrameRate: true, video: 'vp9', audio: 'opus', container: 'webm' }, '320x180'],
    ['5.1', { video: 'vp9', audio: 'opus', channels: 6, container: 'webm' }, '320x180'],
    ['mono', { video: 'vp9', audio: 'opus', channels: 1, container: 'webm' }, '320x180'],
    ['late sound', { video: 'vp9', audio: 'opus', audioDelaySeconds: 0.6, container: 'mkv' }, '320x180'],
  ])('comes out right from %s', async (_name, spec, size) => {
    const clip = await make(spec)
    expect(clip.target.kind).toBe('encode')
    const facts = await verifyRendition(clip.outDir, clip)
    expect(`${facts.width}x${facts.height}`).toBe(size)
    expect(facts.frames).toBe(clip.measurement.video?.packets)
    const look = await probe(clip.outDir, 'stream=codec_name,profile,pix_fmt,sample_aspect_ratio')
    expect(look).toBe('h264,High,1:1,yuv420p')
    const channels = spec.channels === 1 ? 1 : 2
    expect(await probe(clip.outDir, 'stream=codec_name,profile,channels,sample_rate', 'a:0')).toBe(
      spec.audio === 'none' ? '' : `aac,LC,48000,${channels}`,
    )
  })

  it('keeps an exact frame rate exact, though Matroska rounds to milliseconds', async () => {
    const clip = await make({ seconds: 5, fps: '30000/1001', video: 'vp9', audio: 'none', container: 'webm' })
    await verifyRendition(clip.outDir, clip)
    expect(await probe(clip.outDir, 'stream=avg_frame_rate')).toBe('30000/1001')
  })

  it('begins a segment every four seconds, at a keyframe', async () => {
    const clip = await make({ seconds: 9, fps: 25, video: 'vp9', audio: 'opus', container: 'webm' })
    await verifyRendition(clip.outDir, clip)
    const playlist = readMediaPlaylist(await readFile(join(clip.outDir, 'index.m3u8'), 'utf8'))
    expect(playlist?.segments.map((segment) => segment.seconds)).toEqual([4, 4, 1])
  })

  it('comes in fragments of a quarter of a second, none of them in the init segment', async () => {
    const clip = await make({ seconds: 9, fps: 24, video: 'vp9', audio: 'opus', container: 'webm' })
    await expectFragments(clip.outDir, 16)
  })

  it('never takes more than the cap of its height', async () => {
    const clip = await make({ seconds: 12, width: 640, height: 360, fps: 60, video: 'mpeg4', audio: 'none' })
    expect((await verifyRendition(clip.outDir, clip)).averageBandwidth).toBeLessThan(600_000)
  })
})

describe('verifyRendition', () => {
  const spec: ClipSpec = { seconds: 9, keyframeSeconds: 1.5 }

  it('refuses a rendition with a missing, empty, cut or added file', async () => {
    const spoil: ((outDir: string) => Promise<void>)[] = [
      (outDir) => rm(join(outDir, '0002.m4s')),
      (outDir) => truncate(join(outDir, '0001.m4s'), 0),
      (outDir) => truncate(join(outDir, '0001.m4s'), 30_000),
      (outDir) => rm(join(outDir, 'init.mp4')),
      (outDir) => writeFile(join(outDir, 'other.m4s'), 'x'),
      (outDir) => writeFile(join(outDir, 'index.m3u8'), '#EXTM3U\n'),
      (outDir) => rm(outDir, { recursive: true }),
    ]
    for (const each of spoil) {
      const clip = await make(spec)
      await each(clip.outDir)
      await expect(verifyRendition(clip.outDir, clip), each.toString()).rejects.toMatchObject({
        name: 'RenditionBroken',
      })
    }
  })
  it('refuses one that is not as long, large or loud as its source', async () => {
    const clip = await make(spec)
    const { measurement, target } = clip
    if (!measurement.video) throw new Error('no picture')
    const longer = { ...measurement, video: { ...measurement.video, durationSeconds: 9.4 } }
    await expect(verifyRendition(clip.outDir, { target, measurement: longer })).rejects.toThrow('9.4')
    const fewer = { ...measurement, video: { ...measurement.video, packets: 215 } }
    await expect(verifyRendition(clip.outDir, { target, measurement: fewer })).rejects.toThrow('frames')
    await expect(verifyRendition(clip.outDir, { target: { ...target, width: 322 }, measurement })).rejects.toThrow(
      '320x180',
    )
    await expect(verifyRendition(clip.outDir, { target: { ...target, audio: 'none' }, measurement })).rejects.toThrow(
      'sound',
    )
  })
  it('refuses a film none of whose pictures can be decoded', async () => {
    const source = join(dir, 'garbage.mp4')
    const bytes = await readFile(await makeClip(dir, { seconds: 3, audio: 'none' }))
    bytes.fill(0xaa, bytes.indexOf('mdat') + 4)
    await writeFile(source, bytes)
    const outcome = makeFrom(source).then((clip) => verifyRendition(clip.outDir, clip))
    await expect(outcome).rejects.toMatchObject({ name: expect.stringMatching(/RenditionBroken|ToolFailed/) })
  })
})

describe('a poster', () => {
  const posterOf = async (spec: ClipSpec) => {
    const source = await makeClip(dir, spec)
    const measurement = await measure(source)
    if (!measurement.isReadable) throw new Error('unreadable clip')
    const out = join(dir, `poster-${++made}.webp`)
    const size = await makePoster({ source, out, measurement })
    return { size, bytes: await readFile(out) }
  }

  it('is a small WebP, 640 pixels at most a side, upright', async () => {
    const wide = await posterOf({ width: 1280, height: 720 })
    expect(wide.size).toEqual({ width: 640, height: 360 })
    expect(wide.bytes.subarray(0, 4).toString() + wide.bytes.subarray(8, 12).toString()).toBe('RIFFWEBP')
    expect(wide.bytes.length).toBeLessThan(100_000)
    expect((await posterOf({ width: 1280, height: 720, rotation: 90 })).size).toEqual({ width: 360, height: 640 })
    expect((await posterOf({})).size).toEqual({ width: 320, height: 180 })
  })
  it('passes over a dark beginning', async () => {
    const dark = await posterOf({ seconds: 6, blackSeconds: 6 })
    const late = await posterOf({ seconds: 6, blackSeconds: 2.5 })
    expect(late.bytes.length).toBeGreaterThan(dark.bytes.length * 4)
  })
  it('is made of two frames, too', async () => {
    expect((await posterOf({ seconds: 0.1, fps: 20 })).bytes.length).toBeGreaterThan(100)
  })
})
