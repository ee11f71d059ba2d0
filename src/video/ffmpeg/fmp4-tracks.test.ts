import { describe, expect, it } from 'vitest'
import { box, viewOf, words } from '#tests/support/odd-files/mp4-surgery.ts'
import { addFragment, type TrackSetup, type TrackSum, tracksOfInitSegment } from './fmp4-tracks.ts'

const picture: TrackSetup = { id: 1, kind: 'picture', timescale: 1000, defaultDuration: 40, hiddenTicks: 0 }

/** A track of the index: its id and what plays it. */
function trak(id: number, handler: string, timescale: number) {
  const media = [box('mdhd', words(0, 0, 0, timescale)), box('hdlr', words(0, 0), Buffer.from(handler))]
  return box('trak', box('tkhd', words(0, 0, 0, id)), box('mdia', ...media))
}

/** The samples of a track in a fragment: flags of the run, how many there are, and the fields that the flags name. */
function traf(id: number, [flags, ...fields]: [flags: number, count: number, ...fields: number[]]) {
  return box('traf', box('tfhd', words(0, id)), box('tfdt', words(0, 0)), box('trun', words(flags, ...fields)))
}

function sumsOf(...fragments: Buffer[]): Map<number, TrackSum> {
  const sums = new Map<number, TrackSum>()
  for (const fragment of fragments) addFragment(viewOf(fragment), [picture], sums)
  return sums
}

describe('the tracks of an init segment', () => {
  it('say what they are, and how long a sample lasts that does not say so', () => {
    const defaults = box('mvex', box('trex', words(0, 2, 1, 1024)))
    const moov = box('moov', trak(1, 'vide', 1000), trak(2, 'soun', 48_000), trak(3, 'subt', 90), defaults)
    expect(tracksOfInitSegment(viewOf(moov))).toEqual([
      { id: 1, kind: 'picture', timescale: 1000, defaultDuration: 0, hiddenTicks: 0 },
      { id: 2, kind: 'sound', timescale: 48_000, defaultDuration: 1024, hiddenTicks: 0 },
      { id: 3, kind: 'other', timescale: 90, defaultDuration: 0, hiddenTicks: 0 },
    ])
  })
})

describe('the samples of a fragment', () => {
  it.each<[string, [flags: number, count: number, ...fields: number[]], number]>([
    ['the usual durations', [0, 3], 0.12],
    ['durations of their own', [0x100, 2, 50, 70], 0.12],
    ['durations behind the place of their bytes', [0x101, 2, 9999, 50, 70], 0.12],
    ['durations behind the flags of the first', [0x104, 2, 9999, 50, 70], 0.12],
    ['durations behind both', [0x105, 2, 9999, 9999, 50, 70], 0.12],
    ['durations among sizes and flags', [0x700, 2, 50, 9999, 9999, 70, 9999, 9999], 0.12],
  ])('last as long as they say: %s', (_name, run, seconds) => {
    expect(sumsOf(traf(1, run)).get(1)?.durationSeconds).toBeCloseTo(seconds)
  })

  it('are shown from the offset of the first one on', () => {
    const sums = sumsOf(traf(1, [0xb05, 2, 9999, 9999, 50, 8, 80, 70, 8, 0]), traf(1, [0x800, 1, 500]))
    expect(sums.get(1)).toMatchObject({ samples: 3, startSeconds: 0, shownSeconds: 0.08 })
  })

  it('count only for tracks that the init segment tells of', () => {
    expect([...sumsOf(Buffer.concat([traf(7, [0, 2]), traf(1, [0, 3])]))]).toEqual([
      [1, expect.objectContaining({ samples: 3 })],
    ])
    expect(sumsOf(box('traf', box('trun', words(0, 2)))).size).toBe(0)
  })
})
