import { describe, expect, it } from 'vitest'
import { aMeasurement } from '#tests/support/measurements.ts'
import { encodeJobFor } from './encode-queue.ts'
import { encodeJob, slowEncodeJob } from './video-jobs.ts'

const ten = { durationSeconds: 600 }
const film = (width: number, height: number, rate: number, seconds = 600) => ({
  durationSeconds: seconds,
  video: { width, height, packets: rate * seconds, durationSeconds: seconds },
  audio: { durationSeconds: seconds },
})

describe('the queue of a first rendition', () => {
  it.each([
    ['ten minutes of 1080p, in chunks', film(1920, 1080, 24), false],
    ['ten minutes of 2160p at 60 frames, in chunks', film(3840, 2160, 60), false],
    ['two minutes of 1080p in a transport stream', { ...film(1920, 1080, 24, 120), container: 'mpegts' }, false],
    ['a film of three pictures', { ...ten, video: { packets: 3, longestFrameSeconds: 200 } }, false],
  ])('is the usual one for %s', (_name, changes, isWhole) => {
    expect(encodeJobFor(aMeasurement(changes), isWhole)).toBe(encodeJob)
  })
  it.each([
    ['ten minutes of 1080p in a transport stream', { ...film(1920, 1080, 24), container: 'mpegts' }, false],
    ['ten minutes of 1080p that cannot be done in chunks after all', film(1920, 1080, 24), true],
    ['chunks of 36 megapixels at 30 frames', film(6000, 6000, 30), false],
    [
      'a small film that cannot be done in chunks for its sound',
      { ...film(640, 360, 60), video: { ...film(640, 360, 60).video, startSeconds: 0.5 } },
      false,
    ],
    ['seconds of 2160p at 1000 frames', film(3840, 2160, 1000, 15), false],
  ])('is one of its own for %s', (_name, changes, isWhole) => {
    expect(encodeJobFor(aMeasurement(changes), isWhole)).toBe(slowEncodeJob)
  })
})
