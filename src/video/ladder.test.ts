import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { isWorthListing, planEncodes, planRenditions, shareOfWork } from './ladder.ts'

const sizesOf = (targets: { width: number; height: number }[]) =>
  targets.map(({ width, height }) => `${width}x${height}`)

describe('planRenditions', () => {
  it('copies what is web-compatible at its own size, and encodes what is smaller', () => {
    const { copy, encodes } = planRenditions(aMeasurement())
    expect(copy).toEqual({ kind: 'copy', name: '720p', width: 1280, height: 720, audio: 'copy' })
    expect(encodes.map(({ name, audio, preset }) => [name, audio, preset])).toEqual([
      ['360p', 'copy', 'veryfast'],
      ['480p', 'copy', 'veryfast'],
    ])
  })
  it.each([
    ['copies AAC-LC stereo', { audio: {} }, 'copy'],
    ['encodes 5.1', { audio: { channels: 6 } }, 'encode'],
    ['encodes HE-AAC', { audio: { profile: 'HE-AAC' } }, 'encode'],
    ['encodes other codecs', { audio: { codec: 'mp3', profile: '' } }, 'encode'],
    ['has no sound when the source has none', { audio: null }, 'none'],
  ])('%s beside a copied picture, in every rendition', (_name, changes, audio) => {
    const { copy, encodes } = planRenditions(aMeasurement(changes))
    expect([copy, ...encodes].map((each) => each?.audio)).toEqual([audio, audio, audio])
  })
  it.each([
    ['2160p is kept', { width: 3840, height: 2160, level: 51 }, ['640x360', '854x480', '1280x720', '1920x1080']],
    ['1440p', { width: 2560, height: 1440, level: 50 }, ['640x360', '854x480', '1280x720', '1920x1080']],
    ['1080p', { width: 1920, height: 1080 }, ['640x360', '854x480', '1280x720']],
    ['upright 1080p', { width: 1080, height: 1920 }, ['360x640', '480x854', '720x1280']],
    ['600p is far enough from 480p on its way to 720p', { width: 1066, height: 600 }, ['640x360']],
    ['640p is near to 480p by its own height', { width: 1138, height: 640 }, ['640x360', '854x480']],
    ['576p is too near to 480p', { width: 1024, height: 576 }, ['640x360']],
    ['450p is too near to 360p', { width: 800, height: 450 }, []],
    ['360p', { width: 640, height: 360 }, []],
    ['smaller than all', { width: 320, height: 180 }, []],
  ])('makes these below a copy: %s', (_name, video, sizes) => {
    const { copy, encodes } = planRenditions(aMeasurement({ video }))
    expect(copy).toMatchObject({ width: video.width, height: video.height })
    expect(sizesOf(encodes)).toEqual(sizes)
  })

  it.each([
    ['720p', { width: 1280, height: 720 }, ['640x360', '854x480', '1280x720']],
    ['1080p', { width: 1920, height: 1080 }, ['640x360', '854x480', '1280x720', '1920x1080']],
    ['2160p ends at 1080p', { width: 3840, height: 2160 }, ['640x360', '854x480', '1280x720', '1920x1080']],
    ['cinema stays within 1920', { width: 4096, height: 1716 }, ['860x360', '1146x480', '1920x804']],
    ['portrait counts by its width', { width: 720, height: 1280 }, ['360x640', '480x854', '720x1280']],
    ['rotated counts as shown', { width: 1280, height: 720, rotation: 90 }, ['360x640', '480x854', '720x1280']],
    ['square', { width: 1000, height: 1000 }, ['360x360', '480x480', '720x720', '1000x1000']],
    ['900p is too near to 720p', { width: 1600, height: 900 }, ['640x360', '854x480', '1600x900']],
    ['450p is enough by itself', { width: 800, height: 450 }, ['800x450']],
    ['360p', { width: 640, height: 360 }, ['640x360']],
    ['small is never enlarged', { width: 320, height: 180 }, ['320x180']],
    ['odd sides become even', { width: 321, height: 181 }, ['320x180']],
    ['pixels become square', { width: 720, height: 576, pixelAspect: 16 / 15 }, ['480x360', '768x576']],
  ])('encodes all of what browsers do not play: %s', (_name, video, sizes) => {
    const measurement = aMeasurement({ video: { codec: 'vp9', profile: '', ...video } })
    const { copy, encodes } = planRenditions(measurement)
    expect(copy).toBeNull()
    expect(encodes).toEqual(planEncodes(measurement))
    // Rounding to even may fall to either side.
    expect(encodes).toHaveLength(sizes.length)
    encodes.forEach(({ width, height }, order) => {
      const [wantedWidth = 0, wantedHeight = 0] = (sizes[order] ?? '').split('x').map(Number)
      expect((width % 2) + (height % 2)).toBe(0)
      expect(Math.abs(width - wantedWidth) + Math.abs(height - wantedHeight), sizes[order]).toBeLessThanOrEqual(2)
    })
  })

  it('makes the first rendition quickly and caps each by its height', () => {
    const { encodes } = planRenditions(aMeasurement({ video: { codec: 'vp9', width: 1920, height: 1080 } }))
    expect(encodes.map((target) => [target.name, target.preset, target.maxVideoBitsPerSecond])).toEqual([
      ['360p', 'superfast', 500_000],
      ['480p', 'veryfast', 900_000],
      ['720p', 'veryfast', 1_600_000],
      ['1080p', 'veryfast', 3_000_000],
    ])
  })
  it('plans nothing without a picture', () => {
    expect(planRenditions(aMeasurement({ video: null }))).toEqual({ copy: null, encodes: [] })
  })
})

describe('a rung below a copy', () => {
  it('is listed when the copy takes half as much again', () => {
    expect(isWorthListing(1_000_000, 1_500_000)).toBe(true)
    expect(isWorthListing(1_000_000, 1_499_999)).toBe(false)
  })
})

describe('shareOfWork', () => {
  const small = { width: 640, height: 360 }
  const large = { width: 1280, height: 720 }
  it('counts pixels, and a copy as nearly nothing', () => {
    expect(shareOfWork([{ origin: 'encode', ...small }], [large])).toBeCloseTo(0.2)
    expect(shareOfWork([{ origin: 'copy', ...large }], [small])).toBeCloseTo(0.074, 3)
  })
  it('is whole when nothing is missing', () => {
    expect(shareOfWork([{ origin: 'copy', ...small }], [])).toBe(1)
  })
})
