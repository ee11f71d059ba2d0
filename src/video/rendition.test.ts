import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { isWebCompatible, masterPlaylist, planRenditions } from './rendition.ts'

describe('isWebCompatible', () => {
  it.each([
    ['an ordinary file', {}],
    ['Constrained Baseline', { video: { profile: 'Constrained Baseline' } }],
    ['level 4.2', { video: { level: 42 } }],
    ['1080p', { video: { width: 1920, height: 1080 } }],
    ['upright 1080p', { video: { width: 1080, height: 1920 } }],
    ['Matroska', { container: 'matroska,webm' }],
    ['no sound', { audio: null }],
    ['sound of another kind', { audio: { codec: 'opus', profile: 'unknown' } }],
    ['keyframes 12 s apart', { video: { maxKeyframeGapSeconds: 12 } }],
  ])('accepts %s', (_name, changes) => {
    expect(isWebCompatible(aMeasurement(changes))).toBe(true)
  })
  it.each([
    ['another codec', { video: { codec: 'hevc' } }],
    ['plain Baseline', { video: { profile: 'Baseline' } }],
    ['High 10', { video: { profile: 'High 10', pixelFormat: 'yuv420p10le' } }],
    ['4:4:4', { video: { pixelFormat: 'yuv444p' } }],
    ['full-range colour', { video: { pixelFormat: 'yuvj420p' } }],
    ['level 5.0', { video: { level: 50 } }],
    ['an unknown level', { video: { level: -99 } }],
    ['interlaced pictures', { video: { isInterlaced: true } }],
    ['a rotation', { video: { rotation: 90 } }],
    ['pixels that are not square', { video: { pixelAspect: 1.2 } }],
    ['an odd width', { video: { width: 1279 } }],
    ['an odd height', { video: { height: 719 } }],
    ['a larger picture', { video: { width: 2560, height: 1440 } }],
    ['a wider picture', { video: { width: 1922, height: 800 } }],
    ['a late first keyframe', { video: { startsWithKeyframe: false } }],
    ['rare keyframes', { video: { maxKeyframeGapSeconds: 12.1 } }],
    ['open groups', { video: { hasClosedGops: false } }],
    ['unclear times', { video: { hasCleanTimestamps: false } }],
    ['hidden pictures', { video: { hiddenPackets: 3 } }],
    ['a high bitrate', { video: { bitsPerSecond: 10_000_001 } }],
    ['a transport stream', { container: 'mpegts' }],
    ['no picture', { video: null }],
  ])('refuses %s', (_name, changes) => {
    expect(isWebCompatible(aMeasurement(changes))).toBe(false)
  })
})

describe('planRenditions', () => {
  it('copies what is web-compatible, once, at its own size', () => {
    const plan = planRenditions(aMeasurement())
    expect(plan).toEqual({ copy: { kind: 'copy', name: '720p', width: 1280, height: 720, audio: 'copy' }, encodes: [] })
  })
  it.each([
    ['copies AAC-LC stereo', { audio: {} }, 'copy'],
    ['encodes 5.1', { audio: { channels: 6 } }, 'encode'],
    ['encodes HE-AAC', { audio: { profile: 'HE-AAC' } }, 'encode'],
    ['encodes other codecs', { audio: { codec: 'mp3', profile: '' } }, 'encode'],
    ['has no sound when the source has none', { audio: null }, 'none'],
  ])('%s beside a copied picture', (_name, changes, audio) => {
    expect(planRenditions(aMeasurement(changes)).copy?.audio).toBe(audio)
  })

  it.each([
    ['720p: 360p first', { width: 1280, height: 720 }, ['640x360', '1280x720']],
    ['1080p', { width: 1920, height: 1080 }, ['640x360', '1920x1080']],
    ['2160p ends at 1080p', { width: 3840, height: 2160 }, ['640x360', '1920x1080']],
    ['cinema stays within 1920', { width: 4096, height: 1716 }, ['860x360', '1920x804']],
    ['portrait counts by its width', { width: 720, height: 1280 }, ['360x640', '720x1280']],
    ['rotated counts as shown', { width: 1280, height: 720, rotation: 90 }, ['360x640', '720x1280']],
    ['square', { width: 1000, height: 1000 }, ['360x360', '1000x1000']],
    ['360p needs no second', { width: 640, height: 360 }, ['640x360']],
    ['a little more needs no second', { width: 800, height: 450 }, ['640x360']],
    ['480p is worth a second', { width: 854, height: 480 }, ['640x360', '854x480']],
    ['small is never enlarged', { width: 320, height: 180 }, ['320x180']],
    ['odd sides become even', { width: 321, height: 181 }, ['320x180']],
    ['pixels become square', { width: 720, height: 576, pixelAspect: 16 / 15 }, ['480x360', '768x576']],
  ])('%s', (_name, video, sizes) => {
    const { copy, encodes } = planRenditions(aMeasurement({ video: { codec: 'vp9', profile: '', ...video } }))
    expect(copy).toBeNull()
    const made = encodes.map(({ width, height }) => `${width}x${height}`)
    // Rounding to even may fall to either side.
    expect(made).toHaveLength(sizes.length)
    made.forEach((size, order) => {
      const [width = 0, height = 0] = size.split('x').map(Number)
      const [wantedWidth = 0, wantedHeight = 0] = (sizes[order] ?? '').split('x').map(Number)
      expect((width % 2) + (height % 2)).toBe(0)
      expect(Math.abs(width - wantedWidth) + Math.abs(height - wantedHeight), size).toBeLessThanOrEqual(2)
    })
  })

  it('makes the first rendition quickly and caps each by its height', () => {
    const { encodes } = planRenditions(aMeasurement({ video: { codec: 'vp9', width: 1920, height: 1080 } }))
    expect(encodes.map((target) => [target.name, target.preset, target.maxVideoBitsPerSecond])).toEqual([
      ['360p', 'superfast', 500_000],
      ['1080p', 'veryfast', 3_000_000],
    ])
  })
  it('plans nothing without a picture', () => {
    expect(planRenditions(aMeasurement({ video: null }))).toEqual({ copy: null, encodes: [] })
  })
})

describe('masterPlaylist', () => {
  it('lists renditions from the least demanding one', () => {
    const common = { codecs: 'avc1.64001f,mp4a.40.2', frameRate: { numerator: 30000, denominator: 1001 } }
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
})
