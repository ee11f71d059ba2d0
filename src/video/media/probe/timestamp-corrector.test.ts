import { describe, expect, it } from 'vitest'
import { createTimestampCorrector } from './timestamp-corrector.ts'

const FRAME = 0.04
const VIDEO = 0
const AUDIO = 1
const usual = { sizeBytes: 100, isKeyframe: false, isHidden: false, changesParameters: false }

/** Corrects packets of equal duration, given as track and time; returns when each of them plays. */
function correct(packets: [stream: number, at: number][], duration = FRAME) {
  const corrector = createTimestampCorrector()
  const corrected = packets.map(([stream, dts]) => {
    const packet = { stream, dts, pts: dts + 2 * FRAME, duration, ...usual }
    return corrector.correct(packet, FRAME)
  })
  return {
    times: corrected.map(({ dts }) => Number(dts.toFixed(3))),
    corrected,
    hasDiscontinuity: corrector.hasDiscontinuity,
  }
}

const correctVideo = (...times: number[]) => correct(times.map((at) => [VIDEO, at]))

describe('a clock that may jump', () => {
  it('continues where it was after more than ten seconds, also after as much as a transport stream can count', () => {
    for (const gap of [10.001, 60, 2 ** 33 / 90_000 - 90]) {
      const { times, hasDiscontinuity } = correctVideo(0, FRAME, 2 * FRAME + gap, 3 * FRAME + gap)
      expect(times).toEqual([0, 0.04, 0.08, 0.12])
      expect(hasDiscontinuity).toBe(true)
    }
  })
  it('treats ten seconds, counted from the end of the last frame, as a part in which nothing changes', () => {
    const { times, hasDiscontinuity } = correctVideo(0, FRAME + 10, 2 * FRAME + 20)
    expect(times).toEqual([0, 10.04, 20.08])
    expect(hasDiscontinuity).toBe(false)
  })
  it('continues where it was after going back by more than a tenth of a second', () => {
    expect(correctVideo(5, 4.85, 4.89).times).toEqual([5, 5.04, 5.08])
    expect(correctVideo(5, 4.95, 5).times).toEqual([5, 4.95, 5])
    expect(correctVideo(95_443, 0, FRAME).times).toEqual([95_443, 95_443.04, 95_443.08])
  })
  it('shifts presentation times like decoding times', () => {
    const { corrected } = correctVideo(0, 60)
    expect(corrected.map(({ pts, dts }) => (pts - dts).toFixed(3))).toEqual(['0.080', '0.080'])
    expect(corrected[1]!.pts).toBeCloseTo(3 * FRAME)
  })
  it('does not move a track that does not jump with the other one', () => {
    const { times } = correct([
      [VIDEO, 0],
      [AUDIO, 0],
      [VIDEO, 12.04],
      [AUDIO, 0.04],
      [VIDEO, 12.08],
      [AUDIO, 0.08],
    ])
    expect(times).toEqual([0, 0, 0.04, 0.04, 0.08, 0.08])
  })
  it('closes a gap of ten seconds in one track that is a little longer in the other', () => {
    const jump = 10.02
    const { times } = correct([
      [VIDEO, 0],
      [AUDIO, 0.04],
      [VIDEO, 0.04 + jump],
      [AUDIO, 0.06 + jump],
    ])
    expect(times).toEqual([0, 0.04, 0.04, 0.06])
  })
  it('joins recordings whose audio is longer than the video, and keeps them in sync', () => {
    const { times } = correct([
      [VIDEO, 0],
      [VIDEO, 0.2],
      [AUDIO, 0.5],
      [VIDEO, 0],
      [AUDIO, 0],
      [VIDEO, 0.04],
      [AUDIO, 0.04],
    ])
    expect(times).toEqual([0, 0.2, 0.5, 0.24, 0.54, 0.58, 0.58])
  })
  it('aligns the starts of two tracks when they are more than ten seconds apart', () => {
    expect(
      correct([
        [VIDEO, 0],
        [AUDIO, 15],
        [AUDIO, 15.04],
      ]).times,
    ).toEqual([0, 0, 0.04])
    expect(
      correct([
        [VIDEO, 0],
        [AUDIO, 9],
      ]).times,
    ).toEqual([0, 9])
  })
  it('shifts packets without a decoding time, and uses the usual duration for packets without one', () => {
    const { corrected } = correct(
      [
        [VIDEO, 0],
        [VIDEO, 60],
        [VIDEO, Number.NaN],
      ],
      Number.NaN,
    )
    expect(corrected[1]!.dts).toBeCloseTo(FRAME)
    const corrector = createTimestampCorrector()
    const packet = { stream: VIDEO, duration: FRAME, ...usual }
    corrector.correct({ ...packet, pts: 0, dts: 0 }, FRAME)
    corrector.correct({ ...packet, pts: 60, dts: 60 }, FRAME)
    expect(corrector.correct({ ...packet, pts: 60.04, dts: Number.NaN }, FRAME).pts).toBeCloseTo(2 * FRAME)
  })
})
