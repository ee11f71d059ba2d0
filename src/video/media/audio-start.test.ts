import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { originArguments, originSeconds, startsAtPacket } from './audio-start.ts'

/** A video whose tracks start at these times of its file; a packet of its sound lasts 21.3 ms, a frame 41.7. */
const startingAt = (video: number, audio: number) =>
  createMediaInfo({ video: { startSeconds: video }, audio: { startSeconds: audio } })

describe('copied AAC plays in time', () => {
  it.each<[string, number, number, boolean]>([
    ['both start together', 0, 0, true],
    ['both start together later', 4.2, 4.2, true],
    ['a container rounds', 0.023, 0, true],
    ['the picture starts with the second packet', 0.021333, 0, true],
    ['part of a packet comes before the picture', 0, -0.001451, true],
    ['the picture starts in the middle of a packet', 0.011, 0, false],
    ['the picture starts whole frames after it, and waits', 0.5, 0, true],
    ['the picture starts half a packet from whole frames after it', 0.51, 0, false],
    ['it starts after the picture', 0, 0.0064, false],
    ['it starts long after the picture', 0, 0.5, false],
  ])('when %s', (_name, video, audio, inTime) => {
    expect(startsAtPacket(startingAt(video, audio))).toBe(inTime)
  })

  it('only without gaps, which earlier probe results do not tell', () => {
    const gaps = (isContinuous?: boolean) =>
      startsAtPacket(createMediaInfo({ audio: isContinuous === undefined ? {} : { isContinuous } }))
    expect([gaps(true), gaps(false), gaps()]).toEqual([true, false, true])
  })
})

describe('a rendition begins', () => {
  it.each<[string, Parameters<typeof startingAt>, number]>([
    ['with the picture', [0.023, 0], 0.023],
    ['with the picture, also before the sound', [1, 1.5], 1],
    ['with a sound well before the picture', [1.5, 1], 1],
    ['so that frames keep their grid', [1.51, 1], 1.01],
  ])('%s', (_name, starts, seconds) => {
    expect(originSeconds(startingAt(...starts))).toBeCloseTo(seconds, 9)
  })

  it('with a sound well before a picture of uneven frames', () => {
    const mediaInfo = createMediaInfo({ video: { startSeconds: 1.51, isConstantFrameRate: false } })
    expect(originSeconds(mediaInfo)).toBe(0)
  })

  it('with its only track', () => {
    expect(originSeconds(createMediaInfo({ video: { startSeconds: 2 }, audio: null }))).toBe(2)
  })
})

describe('ffmpeg is told of the beginning', () => {
  const argumentsOf = (zeros: { zeroSeconds?: number; usedZeroSeconds?: number }) =>
    originArguments({ ...startingAt(1.5, 1.5), ...zeros }).join(' ')

  it.each([
    ['unless it is where ffmpeg begins', { zeroSeconds: 1.5 }, ''],
    ['when a track that is not used starts before it', { zeroSeconds: 1 }, '-itsoffset -0.500000'],
    ['unless ffmpeg goes by the used tracks', { zeroSeconds: 1, usedZeroSeconds: 1.5 }, ''],
    [
      'from all tracks, since ffmpeg then goes by these',
      { zeroSeconds: 1, usedZeroSeconds: 1.4 },
      '-itsoffset -0.500000',
    ],
    ['unless an earlier version probed the file', {}, ''],
  ])('%s', (_name, zeros, expected) => {
    expect(argumentsOf(zeros)).toBe(expected)
  })
})
