import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { encodeJob, slowEncodeJob } from '../video-jobs.ts'
import { encodeJobFor } from './encode-queue.ts'

const tenMinutes = { durationSeconds: 600 }
const aVideo = (width: number, height: number, rate: number, seconds = 600) => ({
  durationSeconds: seconds,
  video: { width, height, packets: rate * seconds, durationSeconds: seconds },
  audio: { durationSeconds: seconds },
})

describe('the queue of a first rendition', () => {
  it.each([
    ['ten minutes of 1080p, in chunks', aVideo(1920, 1080, 24), false],
    ['ten minutes of 2160p at 60 frames, in chunks', aVideo(3840, 2160, 60), false],
    ['two minutes of 1080p in a transport stream', { ...aVideo(1920, 1080, 24, 120), container: 'mpegts' }, false],
    ['a video of three frames', { ...tenMinutes, video: { packets: 3, longestFrameSeconds: 200 } }, false],
  ])('is the usual one for %s', (_name, changes, isUnchunked) => {
    expect(encodeJobFor(createMediaInfo(changes), isUnchunked)).toBe(encodeJob)
  })
  it.each([
    ['ten minutes of 1080p in a transport stream', { ...aVideo(1920, 1080, 24), container: 'mpegts' }, false],
    ['ten minutes of 1080p that cannot be encoded in chunks after all', aVideo(1920, 1080, 24), true],
    ['chunks of 36 megapixels at 30 frames', aVideo(6000, 6000, 30), false],
    [
      'a small video that cannot be encoded in chunks because of its audio',
      { ...aVideo(640, 360, 60), video: { ...aVideo(640, 360, 60).video, startSeconds: 0.5 } },
      false,
    ],
    ['seconds of 2160p at 1000 frames', aVideo(3840, 2160, 1000, 15), false],
  ])('is the slow one for %s', (_name, changes, isUnchunked) => {
    expect(encodeJobFor(createMediaInfo(changes), isUnchunked)).toBe(slowEncodeJob)
  })
})
