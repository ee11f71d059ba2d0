import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { isWebCompatible, masterPlaylist } from './rendition.ts'

describe('isWebCompatible', () => {
  it.each([
    ['an ordinary file', {}],
    ['Constrained Baseline', { video: { profile: 'Constrained Baseline' } }],
    ['level 4.2', { video: { level: 42 } }],
    ['1080p', { video: { width: 1920, height: 1080 } }],
    ['portrait 1080p', { video: { width: 1080, height: 1920 } }],
    ['2160p at level 5.1', { video: { width: 3840, height: 2160, level: 51 } }],
    ['Matroska', { container: 'matroska,webm' }],
    ['no audio', { audio: null }],
    ['another audio codec', { audio: { codec: 'opus', profile: 'unknown' } }],
    ['keyframes 12 s apart', { video: { maxKeyframeGapSeconds: 12 } }],
  ])('accepts %s', (_name, changes) => {
    expect(isWebCompatible(createMediaInfo(changes))).toBe(true)
  })
  it.each([
    ['another codec', { video: { codec: 'hevc' } }],
    ['plain Baseline', { video: { profile: 'Baseline' } }],
    ['High 10', { video: { profile: 'High 10', pixelFormat: 'yuv420p10le' } }],
    ['4:4:4', { video: { pixelFormat: 'yuv444p' } }],
    ['full-range colour', { video: { pixelFormat: 'yuvj420p' } }],
    ['level 5.0', { video: { level: 50 } }],
    ['an unknown level', { video: { level: -99 } }],
    ['interlaced frames', { video: { isInterlaced: true } }],
    ['a rotation', { video: { rotation: 90 } }],
    ['pixels that are not square', { video: { pixelAspect: 1.2 } }],
    ['an odd width', { video: { width: 1279 } }],
    ['an odd height', { video: { height: 719 } }],
    ['1080p at level 5.1', { video: { width: 1920, height: 1080, level: 51 } }],
    ['2160p at level 5.2', { video: { width: 3840, height: 2160, level: 52 } }],
    ['frames larger than 2160p', { video: { width: 4096, height: 2160, level: 51 } }],
    ['HDR', { video: { colorTransfer: 'arib-std-b67' } }],
    ['a late first keyframe', { video: { startsWithKeyframe: false } }],
    ['audio that continues for long', { audio: { durationSeconds: 30 } }],
    ['rare keyframes', { video: { maxKeyframeGapSeconds: 12.1 } }],
    ['open GOPs', { video: { hasClosedGops: false } }],
    ['unclear timestamps', { video: { hasCleanTimestamps: false } }],
    ['other parameters in the middle', { video: { changesParameters: true as const } }],
    ['hidden frames', { video: { hiddenPackets: 3 } }],
    ['a high bitrate', { video: { bitsPerSecond: 10_000_001 } }],
    ['a transport stream', { container: 'mpegts' }],
    ['no video track', { video: null }],
  ])('refuses %s', (_name, changes) => {
    expect(isWebCompatible(createMediaInfo(changes))).toBe(false)
  })
})

describe('masterPlaylist', () => {
  it('lists renditions from the least demanding one', () => {
    const common = { codecs: 'avc1.64001f,mp4a.40.2', highestFrameRate: 30000 / 1001 }
    const text = masterPlaylist([
      {
        uri: '720p/index.m3u8',
        width: 1280,
        height: 720,
        peakBandwidth: 1_500_000.2,
        averageBandwidth: 1e6,
        ...common,
      },
      { uri: '360p/index.m3u8', width: 640, height: 360, peakBandwidth: 600_000, averageBandwidth: 4e5, ...common },
    ])
    expect(text).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=600000,AVERAGE-BANDWIDTH=400000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=29.970
360p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1500001,AVERAGE-BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970
720p/index.m3u8
`)
  })

  it('lists the same video in another codec behind all others', () => {
    const common = { peakBandwidth: 1, highestFrameRate: 24 }
    const rung = (uri: string, codecs: string, height: number, averageBandwidth: number) => {
      return { ...common, uri, codecs, width: height * 2, height, averageBandwidth }
    }
    const text = masterPlaylist(
      [rung('high', 'avc1', 720, 900), rung('low', 'avc1', 360, 500)],
      [rung('high-av1', 'av01', 720, 400), rung('low-av1', 'av01', 360, 200)],
    )
    expect(text.split('\n').filter((line) => /^[a-z]/.test(line))).toEqual(['low', 'high', 'low-av1', 'high-av1'])
  })
})
