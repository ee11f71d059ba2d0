import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { verifyRendition } from '../hls/verify-rendition.server.ts'
import type { MediaInfo } from '../media-info.ts'
import { validate } from '../validation.ts'
import { probeMedia } from './probe.server.ts'
import { readFrameTimes } from './read-frame-times.server.ts'

const run = promisify(execFile)
const renditions = setUpRenditions()

/** A video of two seconds with tones of these frequencies as mono tracks, and ffmpeg's options of the output. */
async function film(name: string, tones: number[], ...options: string[]): Promise<string> {
  const path = join(renditions.dir, name)
  const inputs = tones.flatMap((hertz) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=2`])
  const maps = tones.flatMap((_, index) => ['-map', String(index + 1)])
  const video = await makeClip(renditions.dir, { audio: 'none' })
  const args = ['-v', 'error', '-nostdin', '-y', '-i', video, ...inputs, '-map', '0', ...maps, '-c:v', 'copy']
  await run('ffmpeg', [...args, ...options, path])
  return path
}

/** A video whose last track has another type of samples, which ffmpeg does not know. */
async function withTag(path: string, tag: string, unknown: string): Promise<string> {
  const bytes = await readFile(path)
  bytes.write(unknown, bytes.lastIndexOf(tag), 'latin1')
  await writeFile(path, bytes)
  return path
}

async function probed(path: string): Promise<MediaInfo> {
  const mediaInfo = await probeMedia(path)
  if (!mediaInfo.isReadable) throw new Error(mediaInfo.kind)
  return mediaInfo
}

/** The loudest frequency of each channel of a rendition, by its zero crossings; 0 for silence. */
async function frequencies(source: string): Promise<number[]> {
  const made = await renditions.makeFrom(source)
  await verifyRendition(made.outDir, made)
  const { stderr } = await run('ffmpeg', [
    ...['-nostdin', '-i', join(made.outDir, 'index.m3u8'), '-map', '0:a'],
    ...['-af', 'atrim=0.5:1.5,astats=measure_overall=none:measure_perchannel=Zero_crossings', '-f', 'null', '-'],
  ])
  const crossings = [...stderr.matchAll(/Zero crossings: (\d+)/g)]
  return crossings.map(([, count]) => Math.round(Number(count) / 2 / 10) * 10)
}

describe('the sound of a film', () => {
  it('is its default track, and no commentary', async () => {
    const titles = ['-metadata:s:a:0', 'title=Commentary', '-metadata:s:a:1', 'title=Main']
    const marks = ['-disposition:a:0', 'comment', '-disposition:a:1', '0', '-disposition:a:2', 'default']
    const path = await film('default.mkv', [300, 500, 1000], '-c:a', 'aac', ...titles, ...marks)
    expect(await frequencies(path)).toEqual([1000])
  })

  it.each([
    ['two tracks of uncompressed samples in MOV', 'mov', ['-c:a', 'pcm_s16le']],
    ['two tracks of AAC in MP4', 'mp4', ['-c:a', 'aac']],
    ['two tracks in MXF', 'mxf', ['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le']],
  ])('has left and right from %s', async (_name, container, options) => {
    expect(await frequencies(await film(`two.${container}`, [300, 1000], ...options))).toEqual([300, 1000])
  })

  it('is mixed down from six tracks: the left ones and the right ones stay on their side', async () => {
    const path = await film('six.mov', [1000, 300, 0, 0, 0, 0], '-c:a', 'pcm_s24le')
    expect((await probed(path)).audio).toMatchObject({ channels: 6, channelIndexes: [1, 2, 3, 4, 5, 6] })
    expect(await frequencies(path)).toEqual([1000, 300])
  })
})

describe('a track that cannot be decoded', () => {
  it('is left out when it is another sound, though ffprobe would refuse the file', async () => {
    const path = await film('g722.mkv', [440, 900], '-c:a:0', 'aac', '-c:a:1', 'g722', '-ar:a:1', '16000')
    const mediaInfo = await probed(path)
    expect(validate(mediaInfo)).toEqual({ ok: true })
    expect(mediaInfo.audio).toMatchObject({ index: 1, packets: expect.any(Number) })
    expect((await readFrameTimes(path, mediaInfo)).times).toHaveLength(48)
    expect(await frequencies(path)).toEqual([440])
  })

  it('is left out when it comes first and is unknown', async () => {
    const path = await film('first.mov', [900, 440], '-c:a:0', 'pcm_s16le', '-c:a:1', 'aac')
    expect(await frequencies(await withTag(path, 'sowt', 'apac'))).toEqual([440])
  })

  it.each<[string, string, () => Promise<string>]>([
    ['sound', 'G.722 ADPCM', () => film('g722.mov.mkv', [440], '-c:a', 'g722', '-ar', '16000')],
    [
      'sound',
      'Apple Positional Audio (APAC)',
      async () => withTag(await film('apac.mov', [440], '-c:a', 'pcm_s16le'), 'sowt', 'apac'),
    ],
    [
      'sound',
      'a format named “zzzz”',
      async () => withTag(await film('zzzz.mov', [440], '-c:a', 'pcm_s16le'), 'sowt', 'zzzz'),
    ],
    ['picture', 'Snow', async () => film('snow.mkv', [440], '-c:v', 'snow', '-strict', '-2', '-c:a', 'aac')],
    ['picture', 'ProRes RAW', async () => withTag(await film('raw.mov', [440], '-c:a', 'aac'), 'avc1', 'aprn')],
  ])('is named when there is no other %s: %s', async (kind, name, make) => {
    const mediaInfo = await probed(await make())
    const [reasonCode, field] =
      kind === 'sound'
        ? (['audio_codec_unsupported', 'unsupportedAudio'] as const)
        : (['video_codec_unsupported', 'unsupportedVideo'] as const)
    expect(validate(mediaInfo)).toEqual({ ok: false, reasonCode })
    expect(mediaInfo[field]).toBe(name)
  })
})
