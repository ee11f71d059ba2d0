import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '#tests/support/media/clips.server.ts'
import { probeRendition, setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { verifyRendition } from './verify-rendition.server.ts'

const { make } = setUpRenditions()

describe('a copied rendition', () => {
  it.each<[string, ClipSpec, string]>([
    ['from Matroska', { container: 'mkv' }, 'copy'],
    ['without audio', { audio: 'none' }, 'none'],
    ['with 5.1 mixed down', { channels: 6 }, 'encode'],
    ['with MP3 encoded as AAC', { audio: 'mp3' }, 'encode'],
    ['whose audio begins later', { audioDelaySeconds: 0.6 }, 'encode'],
    ['in portrait', { width: 180, height: 320 }, 'copy'],
  ])('%s', async (_name, spec, audio) => {
    const clip = await make(spec)
    expect(clip.target).toMatchObject({ kind: 'copy', audio })
    const facts = await verifyRendition(clip.outDir, clip)
    expect(facts.frames).toBe(48)
    expect(await probeRendition(clip.outDir, 'stream=channels,sample_rate', 'a:0')).toBe(
      audio === 'none' ? '' : '48000,2',
    )
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
    ['odd sides', { width: 321, height: 181, pixelFormat: 'yuv444p', extra: ['-profile:v', 'high444'] }, '320x180'],
    ['wide pixels', { pixelAspect: '4/3' }, '426x180'],
    ['interlaced', { isInterlaced: true, video: 'mpeg2', container: 'mov' }, '320x180'],
    ['a variable frame rate', { isVariableFrameRate: true, video: 'vp9', audio: 'opus', container: 'webm' }, '320x180'],
    ['5.1', { video: 'vp9', audio: 'opus', channels: 6, container: 'webm' }, '320x180'],
    ['mono', { video: 'vp9', audio: 'opus', channels: 1, container: 'webm' }, '320x180'],
    ['late audio', { video: 'vp9', audio: 'opus', audioDelaySeconds: 0.6, container: 'mkv' }, '320x180'],
  ])('is correct from %s', async (_name, spec, size) => {
    const clip = await make(spec)
    expect(clip.target.kind).toBe('encode')
    const facts = await verifyRendition(clip.outDir, clip)
    expect(`${facts.width}x${facts.height}`).toBe(size)
    expect(facts.frames).toBe(clip.mediaInfo.video?.packets)
    const streamProperties = await probeRendition(clip.outDir, 'stream=codec_name,profile,pix_fmt,sample_aspect_ratio')
    expect(streamProperties).toBe('h264,High,1:1,yuv420p')
    const channels = spec.channels === 1 ? 1 : 2
    expect(await probeRendition(clip.outDir, 'stream=codec_name,profile,channels,sample_rate', 'a:0')).toBe(
      spec.audio === 'none' ? '' : `aac,LC,48000,${channels}`,
    )
  })

  it('never exceeds the cap of its height', async () => {
    const clip = await make({ seconds: 12, width: 640, height: 360, fps: 60, video: 'mpeg4', audio: 'none' })
    expect((await verifyRendition(clip.outDir, clip)).averageBandwidth).toBeLessThan(600_000)
  })
})
