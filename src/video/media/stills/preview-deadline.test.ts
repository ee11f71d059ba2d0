import { expect, test } from 'vitest'
import { PREVIEW_SECONDS } from '#video/video.ts'
import { lowPriorityDeadlineMs } from '../ffmpeg/deadlines.ts'
import { previewDeadlineMs } from './preview-assets.server.ts'

const clip = { width: 480, height: 270 }
const small = { width: 640, height: 360, framesPerSecond: 24 }

test('a preview of a small rendition has the time of every run that yields to others', () => {
  expect(previewDeadlineMs(small, PREVIEW_SECONDS, clip)).toBe(lowPriorityDeadlineMs(PREVIEW_SECONDS))
})

test('a preview of many or large frames has the time to decode them', () => {
  const large = { width: 3840, height: 2160, framesPerSecond: 60 }
  const once = previewDeadlineMs(large, 20, clip)
  expect(once).toBeGreaterThan(lowPriorityDeadlineMs(PREVIEW_SECONDS))
  const doubled = previewDeadlineMs({ ...large, framesPerSecond: 120 }, 20, clip)
  expect(doubled - once).toBeCloseTo((3840 * 2160 * 60 * 20) / 50_000, -1)
})
