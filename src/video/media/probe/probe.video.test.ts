import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { planRenditions } from '../ladder.ts'
import type { MediaInfo } from '../media-info.ts'
import { validate } from '../validation.ts'
import { probeMedia } from './probe.server.ts'

const run = promisify(execFile)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-probe-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function probeFile(path: string): Promise<MediaInfo> {
  const result = await probeMedia(path)
  if (!result.isReadable) throw new Error(`unreadable: ${result.kind}`)
  return result
}

const probeClip = async (spec: ClipSpec = {}) => await probeFile(await makeClip(dir, spec))

async function reasonFor(path: string): Promise<string> {
  const validation = validate(await probeMedia(path))
  return validation.ok ? 'ok' : validation.reasonCode
}

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

describe('probing accepted files', () => {
  it('reads all properties of an ordinary file', async () => {
    const { video, audio, ...file } = await probeClip()
    expect(file).toMatchObject({ container: 'mov,mp4,m4a,3gp,3g2,mj2', streamCount: 2, stoppedAt: null })
    expect(file.durationSeconds).toBeCloseTo(2, 1)
    expect(video).toMatchObject({
      codec: 'h264',
      profile: 'High',
      pixelFormat: 'yuv420p',
      width: 320,
      height: 180,
      rotation: 0,
      pixelAspect: 1,
      frameRate: { numerator: 24, denominator: 1 },
      isConstantFrameRate: true,
      packets: 48,
      hiddenPackets: 0,
      startsWithKeyframe: true,
      hasClosedGops: true,
      hasCleanTimestamps: true,
      isInterlaced: false,
    })
    expect(video?.maxKeyframeGapSeconds).toBeCloseTo(2, 3)
    expect(audio).toMatchObject({ codec: 'aac', profile: 'LC', channels: 2, sampleRate: 48000 })
    expect(planRenditions(await probeClip()).copy).toMatchObject({ width: 320, height: 180, audio: 'copy' })
  })

  it.each<[string, ClipSpec, string]>([
    ['H.264 in Matroska', { container: 'mkv' }, 'copy'],
    ['H.264 without audio', { audio: 'none' }, 'copy none'],
    ['H.264 with 5.1', { channels: 6 }, 'copy encode'],
    ['VP9 and Opus', { video: 'vp9', audio: 'opus', container: 'webm' }, 'encode'],
    ['VP8 and Vorbis', { video: 'vp8', audio: 'vorbis', container: 'webm' }, 'encode'],
    ['HEVC', { video: 'hevc' }, 'encode'],
    ['MPEG-4 in AVI', { video: 'mpeg4', audio: 'mp3', container: 'avi' }, 'encode'],
    ['a transport stream', { container: 'ts' }, 'encode'],
    ['a program stream', { video: 'mpeg2', audio: 'mp3', container: 'mpg' }, 'encode'],
    ['Theora in Ogg', { video: 'theora', audio: 'vorbis', container: 'ogv' }, 'encode'],
    ['Flash', { container: 'flv' }, 'encode'],
    ['10 bits', { pixelFormat: 'yuv420p10le', extra: ['-profile:v', 'high10'] }, 'encode'],
    ['rotated video', { rotation: 90 }, 'encode'],
    ['odd sides', { width: 321, height: 181, pixelFormat: 'yuv444p', extra: ['-profile:v', 'high444'] }, 'encode'],
    ['wide pixels', { pixelAspect: '4/3' }, 'encode'],
    ['interlaced video', { isInterlaced: true, video: 'mpeg2', container: 'mov' }, 'encode'],
    ['keyframes too far apart', { seconds: 14, keyframeSeconds: 14, width: 64, height: 64 }, 'encode'],
    ['open GOPs', { seconds: 4, extra: ['-x264-params', 'open-gop=1:keyint=24:bframes=3'] }, 'encode'],
  ])('%s', async (_name, spec, expected) => {
    const mediaInfo = await probeClip(spec)
    expect(validate(mediaInfo)).toEqual({ ok: true })
    expect(mediaInfo.video?.packets).toBe((spec.seconds ?? 2) * 24)
    const { copy } = planRenditions(mediaInfo)
    expect(copy ? `copy ${copy.audio}` : 'encode').toContain(expected)
  })

  it('preserves exact frame rates', async () => {
    for (const container of ['mp4', 'mkv', 'ts'] as const) {
      const { video } = await probeClip({ fps: '30000/1001', container })
      expect(video).toMatchObject({ frameRate: { numerator: 30000, denominator: 1001 }, isConstantFrameRate: true })
    }
  })
  it('distinguishes variable from constant frame rates', async () => {
    expect((await probeClip({ isVariableFrameRate: true })).video?.isConstantFrameRate).toBe(false)
    expect((await probeClip({ isVariableFrameRate: true })).video?.highestFrameRate).toBeCloseTo(14.4, 3)
  })
  it('detects rotation, interlacing and the shape of pixels', async () => {
    expect((await probeClip({ rotation: 90 })).video?.rotation).toBe(90)
    expect((await probeClip({ rotation: 180 })).video?.rotation).toBe(180)
    expect((await probeClip({ isInterlaced: true, video: 'mpeg2', container: 'mov' })).video?.isInterlaced).toBe(true)
    expect((await probeClip({ pixelAspect: '4/3' })).video?.pixelAspect).toBeCloseTo(4 / 3)
  })
  it('detects that audio begins later', async () => {
    const { video, audio } = await probeClip({ audioDelaySeconds: 0.5 })
    expect((audio?.startSeconds ?? 0) - (video?.startSeconds ?? 0)).toBeCloseTo(0.5, 1)
  })
})

/** Overwrites the length in every header of an MP4 (`mvhd`, `tkhd`, `mdhd`, version 0). */
async function withLength(path: string, ticks: number): Promise<Uint8Array> {
  const bytes = await readFile(path)
  const lengthAt = { mvhd: 20, tkhd: 24, mdhd: 20 }
  for (const [box, offset] of Object.entries(lengthAt)) {
    for (let at = bytes.indexOf(box); at >= 0; at = bytes.indexOf(box, at + 4)) bytes.writeUInt32BE(ticks, at + offset)
  }
  return bytes
}

const longClip: ClipSpec = { seconds: 605, fps: 1, width: 32, height: 32, audio: 'none', keyframeSeconds: 10 }

describe('probing the length', () => {
  it('accepts exactly ten minutes', async () => {
    expect(await reasonFor(await makeClip(dir, { ...longClip, seconds: 600 }))).toBe('ok')
  })
  it('refuses more than ten minutes', async () => {
    expect(await reasonFor(await makeClip(dir, longClip))).toBe('too_long')
  })
  it('refuses more than ten minutes when every header states one second', async () => {
    const path = await write('lying.mp4', await withLength(await makeClip(dir, longClip), 1000))
    expect(await reasonFor(path)).toBe('too_long')
  })
  it('refuses more than ten minutes of audio with a short video track', async () => {
    const videoClip = await makeClip(dir, { audio: 'none' })
    const audioClip = await makeClip(dir, { seconds: 11, video: 'none', channels: 1, container: 'm4a' })
    const path = join(dir, 'long-audio.mp4')
    // Repeated as it is, to 616 seconds: to encode that many would take as long as all other tests of this file.
    const inputs = ['-i', videoClip, '-stream_loop', '55', '-i', audioClip]
    await run('ffmpeg', ['-v', 'error', ...inputs, '-map', '0:v', '-map', '1:a', '-c', 'copy', path])
    expect((await probeFile(path)).audio?.durationSeconds).toBeGreaterThan(600)
    expect(await reasonFor(path)).toBe('too_long')
  })
  it('refuses two joined transport streams of six minutes, whose clock restarts', async () => {
    const half = await readFile(await makeClip(dir, { ...longClip, seconds: 360, container: 'ts' }))
    expect(await reasonFor(await write('joined.ts', Buffer.concat([half, half])))).toBe('too_long')
  })
})

describe('probing joined files', () => {
  const ogg = { container: 'ogv', video: 'theora', audio: 'vorbis', width: 64, height: 64 } as const
  const webm = { container: 'webm', video: 'vp8', audio: 'opus', width: 64, height: 64 } as const
  // Gives both the same numbers of streams, as the same recorder may.
  const sameNumbers = ['-fflags', '+bitexact']

  it.each<[string, ClipSpec, ClipSpec]>([
    ['Theora and Vorbis', ogg, { ...ogg, seconds: 3 }],
    ['of different sizes', ogg, { ...ogg, width: 128 }],
    ['of different codecs', ogg, { ...ogg, video: 'vp8', audio: 'opus' }],
    ['with the same numbers', { ...ogg, extra: sameNumbers }, { ...ogg, seconds: 3, extra: sameNumbers }],
    ['without audio', { ...ogg, audio: 'none' }, { ...ogg, audio: 'none', seconds: 3 }],
    ['VP8 without audio', { ...ogg, video: 'vp8', audio: 'none' }, { ...ogg, video: 'vp8', audio: 'none', width: 128 }],
    ['the first with audio only', { ...ogg, video: 'none' }, ogg],
    ['the second with audio only', ogg, { ...ogg, video: 'none' }],
    ['WebM', webm, { ...webm, seconds: 3 }],
    ['WebM, the second of another size', { ...webm, seconds: 3 }, { ...webm, width: 128 }],
    ['Matroska with reordered frames', { container: 'mkv' }, { container: 'mkv', seconds: 3 }],
    ['Matroska without audio', { container: 'mkv', audio: 'none' }, { container: 'mkv', audio: 'none' }],
  ])('refuses two files in one: %s', async (name, first, second) => {
    const files = await Promise.all([first, second].map(async (spec) => await readFile(await makeClip(dir, spec))))
    const path = await write(`${name}.${first.container}`, Buffer.concat(files))
    expect(await reasonFor(path)).toBe('joined_files')
  })
})

it('takes a Matroska file whose last line of subtitles stays long after its film', async () => {
  const script = await write('long.srt', '1\n00:00:00,500 --> 00:01:00,000\nThe end\n')
  const path = join(dir, 'long-line.mkv')
  const film = await makeClip(dir, { container: 'mkv' })
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    film,
    '-i',
    script,
    '-map',
    '0',
    '-map',
    '1',
    '-c',
    'copy',
    '-c:s',
    'srt',
    path,
  ])
  expect(await reasonFor(path)).toBe('ok')
})

describe('probing broken files', () => {
  const half = async (spec: ClipSpec, share = 0.5) => {
    const bytes = await readFile(await makeClip(dir, { seconds: 8, keyframeSeconds: 1, ...spec }))
    return bytes.subarray(0, Math.floor(bytes.length * share))
  }

  it('refuses an MP4 whose end, and with it the index, is missing', async () => {
    const bytes = await half({ extra: ['-movflags', '0'] })
    expect(await reasonFor(await write('no-index.mp4', bytes))).toBe('truncated')
  })
  it('refuses an MP4 whose index states more than there is', async () => {
    expect(await reasonFor(await write('cut.mp4', await half({})))).toBe('truncated')
  })
  it('refuses a truncated WebM', async () => {
    const bytes = await half({ video: 'vp9', audio: 'opus', container: 'webm' })
    expect(await reasonFor(await write('cut.webm', bytes))).toBe('truncated')
  })
  it('refuses a truncated AVI', async () => {
    const bytes = await half({ video: 'mpeg4', audio: 'mp3', container: 'avi' })
    expect(await reasonFor(await write('cut.avi', bytes))).toBe('truncated')
  })
  it('refuses a WebM with only its first bytes', async () => {
    const bytes = await half({ video: 'vp9', audio: 'opus', container: 'webm' }, 0)
    const start = (await readFile(await makeClip(dir, { video: 'vp9', audio: 'opus', container: 'webm' }))).subarray(
      0,
      40,
    )
    expect(await reasonFor(await write('start.webm', Buffer.concat([bytes, start])))).toBe('unreadable')
  })
})
