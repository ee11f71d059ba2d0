import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { probeMedia } from '../probe/probe.server.ts'
import { validate } from '../validation.ts'

const run = promisify(execFile)
const renditions = setUpRenditions()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-decoders-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const testCard = (size = '256x144') => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=0.2`]
const tone = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=0.2']

async function make(name: string, ...args: string[]): Promise<string> {
  const path = join(dir, name)
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
  return path
}

describe('a video is read', () => {
  it.each([
    ['from an old camera', 'mjpeg.avi', ['-c:v', 'mjpeg']],
    ['from a tape', 'dv.avi', ['-c:v', 'dvvideo', '-pix_fmt', 'yuv420p', '-s', '720x576']],
    ['from an early player of the web', 'sorenson.flv', ['-c:v', 'flv']],
    ['in Theora', 'theora.ogv', ['-c:v', 'libtheora']],
    ['in ProRes', 'prores.mov', ['-c:v', 'prores_ks']],
    ['in DNxHR', 'dnxhr.mxf', ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_sq', '-pix_fmt', 'yuv422p']],
    ['in CineForm', 'cineform.mov', ['-c:v', 'cfhd', '-pix_fmt', 'yuv422p10le']],
    ['in JPEG 2000', 'jpeg2000.mov', ['-c:v', 'jpeg2000']],
    ['in FFV1', 'ffv1.mkv', ['-c:v', 'ffv1']],
    ['in HuffYUV', 'huffyuv.avi', ['-c:v', 'huffyuv', '-pix_fmt', 'yuv422p']],
    ['in the HuffYUV of ffmpeg', 'ffvhuff.avi', ['-c:v', 'ffvhuff']],
    ['in Ut Video', 'utvideo.avi', ['-c:v', 'utvideo']],
    ['of TIFF images', 'tiff.mov', ['-c:v', 'tiff']],
    ['of Targa images', 'targa.mov', ['-c:v', 'targa', '-pix_fmt', 'bgra']],
    ['in Hap', 'hap.mov', ['-c:v', 'hap', '-pix_fmt', 'rgba']],
    ['uncompressed with 10 bits of RGB', 'r210.mov', ['-c:v', 'r210', '-pix_fmt', 'gbrp10le']],
    ['uncompressed with transparency', 'v408.mov', ['-c:v', 'v408', '-pix_fmt', 'yuva444p']],
    ['uncompressed 4:4:4 with 10 bits', 'v410.mov', ['-c:v', 'v410', '-pix_fmt', 'yuv444p10le']],
    ['in Cinepak', 'cinepak.mov', ['-c:v', 'cinepak']],
    ['in Apple Video', 'rpza.mov', ['-c:v', 'rpza']],
    ['in Sorenson Video', 'svq1.mov', ['-c:v', 'svq1']],
    ['in Microsoft Video 1', 'msvideo1.avi', ['-c:v', 'msvideo1']],
    ['of a screen in Flash', 'flashsv.flv', ['-c:v', 'flashsv']],
    ['of a screen in Flash, version 2', 'flashsv2.flv', ['-c:v', 'flashsv2']],
    ['of a screen in Zip Motion Blocks', 'zmbv.avi', ['-c:v', 'zmbv']],
    ['in MagicYUV', 'magicyuv.avi', ['-c:v', 'magicyuv', '-pix_fmt', 'yuv420p']],
  ])('%s', async (_name, file, args) => {
    const source = await make(file, ...testCard(), ...args)
    expect(validate(await probeMedia(source))).toEqual({ ok: true })
    const { outDir, target } = await renditions.makeFrom(source)
    expect(target.kind).toBe('encode')
    expect(await readdir(outDir)).toContain('0001.m4s')
  })

  it('with uncompressed audio in any sample format', async () => {
    const integerFormats = ['u8', 's8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be']
    const kinds = ['alaw', 'mulaw', ...integerFormats, 'f32le', 'f32be', 'f64le', 'f64be']
    const tracks = kinds.flatMap((kind, index) => ['-map', '1', `-c:a:${index}`, `pcm_${kind}`])
    const path = await make('pcm.mov', ...testCard(), ...tone, '-map', '0', '-c:v', 'libx264', ...tracks)
    expect(validate(await probeMedia(path))).toEqual({ ok: true })
  })

  it.each([
    ['in Matroska', 'subtitles.mkv', ['srt', 'ass', 'webvtt']],
    ['in an MP4', 'subtitles.mp4', ['mov_text']],
  ])('with subtitles %s', async (_name, file, kinds) => {
    const text = join(dir, 'text.srt')
    await writeFile(text, '1\n00:00:00,000 --> 00:00:00,100\nHello.\n')
    const tracks = kinds.flatMap((kind, index) => ['-map', '1', `-c:s:${index}`, kind])
    const path = await make(file, ...testCard(), '-i', text, '-map', '0', '-c:v', 'libx264', ...tracks)
    const mediaInfo = await probeMedia(path)
    expect(mediaInfo).toMatchObject({ streamCount: kinds.length + 1 })
    expect(validate(mediaInfo)).toEqual({ ok: true })
  })
})
