import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { costlierThanLarger, isWorthPublishing, planEncodes, planRenditions, shareOfWork } from './ladder.ts'

const sizesOf = (targets: { width: number; height: number }[]) =>
  targets.map(({ width, height }) => `${width}x${height}`)

describe('planRenditions', () => {
  it('copies a web-compatible source at its own size and encodes the smaller sizes', () => {
    const { copy, encodes } = planRenditions(createMediaInfo())
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
    ['encodes AAC that starts late', { audio: { startSeconds: 0.2 } }, 'encode'],
    ['encodes AAC with gaps', { audio: { isContinuous: false } }, 'encode'],
    ['encodes other codecs', { audio: { codec: 'mp3', profile: '' } }, 'encode'],
    ['has no audio when the source has none', { audio: null }, 'none'],
  ])('%s beside copied video, in every rendition', (_name, changes, audio) => {
    const { copy, encodes } = planRenditions(createMediaInfo(changes))
    expect([copy, ...encodes].map((each) => each?.audio)).toEqual([audio, audio, audio])
  })
  it.each([
    ['2160p is copied', { width: 3840, height: 2160, level: 51 }, ['640x360', '854x480', '1280x720', '1920x1080']],
    ['1440p', { width: 2560, height: 1440, level: 50 }, ['640x360', '854x480', '1280x720', '1920x1080']],
    ['1080p', { width: 1920, height: 1080 }, ['640x360', '854x480', '1280x720']],
    ['portrait 1080p', { width: 1080, height: 1920 }, ['360x640', '480x854', '720x1280']],
    ['600p is far enough from 480p on its way to 720p', { width: 1066, height: 600 }, ['640x360']],
    ['640p is near to 480p by its own height', { width: 1138, height: 640 }, ['640x360', '854x480']],
    ['576p is too near to 480p', { width: 1024, height: 576 }, ['640x360']],
    ['450p is too near to 360p', { width: 800, height: 450 }, []],
    ['360p', { width: 640, height: 360 }, []],
    ['smaller than all', { width: 320, height: 180 }, []],
  ])('makes these below a copy: %s', (_name, video, sizes) => {
    const { copy, encodes } = planRenditions(createMediaInfo({ video }))
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
    ['450p alone is enough', { width: 800, height: 450 }, ['800x450']],
    ['360p', { width: 640, height: 360 }, ['640x360']],
    ['small is never enlarged', { width: 320, height: 180 }, ['320x180']],
    ['odd sides become even', { width: 321, height: 181 }, ['320x180']],
    ['pixels become square', { width: 720, height: 576, pixelAspect: 16 / 15 }, ['480x360', '768x576']],
  ])('encodes every size of a source that browsers do not play: %s', (_name, video, sizes) => {
    const mediaInfo = createMediaInfo({ video: { codec: 'vp9', profile: '', ...video } })
    const { copy, encodes } = planRenditions(mediaInfo)
    expect(copy).toBeNull()
    expect(encodes).toEqual(planEncodes(mediaInfo))
    // Rounding to even may go either way.
    expect(encodes).toHaveLength(sizes.length)
    encodes.forEach(({ width, height }, order) => {
      const [wantedWidth = 0, wantedHeight = 0] = (sizes[order] ?? '').split('x').map(Number)
      expect((width % 2) + (height % 2)).toBe(0)
      expect(Math.abs(width - wantedWidth) + Math.abs(height - wantedHeight), sizes[order]).toBeLessThanOrEqual(2)
    })
  })

  it('uses a faster preset for the first rendition and caps each by its height', () => {
    const { encodes } = planRenditions(createMediaInfo({ video: { codec: 'vp9', width: 1920, height: 1080 } }))
    expect(encodes.map((target) => [target.name, target.preset, target.maxVideoBitsPerSecond])).toEqual([
      ['360p', 'superfast', 500_000],
      ['480p', 'veryfast', 900_000],
      ['720p', 'veryfast', 1_600_000],
      ['1080p', 'veryfast', 3_000_000],
    ])
  })
  it('plans nothing without a video track', () => {
    expect(planRenditions(createMediaInfo({ video: null }))).toEqual({ copy: null, encodes: [] })
  })
})

describe('a rung below a copy', () => {
  it('is published when the copy takes at least half as much again', () => {
    expect(isWorthPublishing(1_000_000, 1_500_000)).toBe(true)
    expect(isWorthPublishing(1_000_000, 1_499_999)).toBe(false)
  })
})

describe('shareOfWork', () => {
  const small = { width: 640, height: 360 }
  const large = { width: 1280, height: 720 }
  it('counts pixels, and a copy as almost nothing', () => {
    expect(shareOfWork([{ origin: 'encode', ...small }], [large])).toBeCloseTo(0.2)
    expect(shareOfWork([{ origin: 'copy', ...large }], [small])).toBeCloseTo(0.074, 3)
  })
  it('is 1 when nothing is missing', () => {
    expect(shareOfWork([{ origin: 'copy', ...small }], [])).toBe(1)
  })
})

describe('costlierThanLarger', () => {
  it.each([
    ['none where each takes less than the next larger one', [300, 500, 900], []],
    ['the smallest, where it takes more', [303, 260, 900], [360]],
    ['one in the middle', [300, 950, 900], [480]],
    ['all that take more than the largest', [700, 650, 600], [360, 480]],
    ['one that takes more than a larger one further up', [620, 650, 600], [360, 480]],
    ['none that takes as much', [300, 300, 300], []],
    ['never the only one', [300], []],
    ['nothing in an empty ladder', [], []],
  ])('finds %s', (_name, rates, dropped) => {
    const heights = [360, 480, 720]
    const rungs = rates.map((averageBandwidth, index) => {
      const height = heights[index]!
      return { width: (height * 16) / 9, height, averageBandwidth }
    })
    expect(
      costlierThanLarger(rungs)
        .map(({ height }) => height)
        .sort(),
    ).toEqual(dropped)
    expect(
      costlierThanLarger(rungs.toReversed())
        .map(({ height }) => height)
        .sort(),
    ).toEqual(dropped)
  })
})
