import { describe, expect, it } from 'vitest'
import { box, dataViewOf, uint32s } from '#tests/support/media/upload-fixtures/mp4-boxes.ts'
import { addFragment, type TrackInfo, type TrackTotals, tracksOfInitSegment } from './fmp4-tracks.ts'

const video: TrackInfo = { id: 1, kind: 'video', timescale: 1000, defaultDuration: 40, hiddenTicks: 0 }

/** A track of the index: its id and its handler. */
function trak(id: number, handler: string, timescale: number) {
  const media = [box('mdhd', uint32s(0, 0, 0, timescale)), box('hdlr', uint32s(0, 0), Buffer.from(handler))]
  return box('trak', box('tkhd', uint32s(0, 0, 0, id)), box('mdia', ...media))
}

/** The samples of a track in a fragment: flags of the run, how many there are, and the fields that the flags name. */
function traf(id: number, [flags, ...fields]: [flags: number, count: number, ...fields: number[]]) {
  return box('traf', box('tfhd', uint32s(0, id)), box('tfdt', uint32s(0, 0)), box('trun', uint32s(flags, ...fields)))
}

function totalsOf(...fragments: Buffer[]): Map<number, TrackTotals> {
  const totals = new Map<number, TrackTotals>()
  for (const fragment of fragments) addFragment(dataViewOf(fragment), [video], totals)
  return totals
}

describe('the tracks of an init segment', () => {
  it('state their kind, and the duration of samples that state none', () => {
    const defaults = box('mvex', box('trex', uint32s(0, 2, 1, 1024)))
    const moov = box('moov', trak(1, 'vide', 1000), trak(2, 'soun', 48_000), trak(3, 'subt', 90), defaults)
    expect(tracksOfInitSegment(dataViewOf(moov))).toEqual([
      { id: 1, kind: 'video', timescale: 1000, defaultDuration: 0, hiddenTicks: 0 },
      { id: 2, kind: 'audio', timescale: 48_000, defaultDuration: 1024, hiddenTicks: 0 },
      { id: 3, kind: 'other', timescale: 90, defaultDuration: 0, hiddenTicks: 0 },
    ])
  })
})

describe('the samples of a fragment', () => {
  it.each<[string, [flags: number, count: number, ...fields: number[]], number]>([
    ['the usual durations', [0, 3], 0.12],
    ['explicit durations', [0x100, 2, 50, 70], 0.12],
    ['durations after the data offset', [0x101, 2, 9999, 50, 70], 0.12],
    ['durations after the flags of the first sample', [0x104, 2, 9999, 50, 70], 0.12],
    ['durations after both', [0x105, 2, 9999, 9999, 50, 70], 0.12],
    ['durations among sizes and flags', [0x700, 2, 50, 9999, 9999, 70, 9999, 9999], 0.12],
  ])('last as long as they state: %s', (_name, run, seconds) => {
    expect(totalsOf(traf(1, run)).get(1)?.durationSeconds).toBeCloseTo(seconds)
  })

  it('are shown from the composition offset of the first one on', () => {
    const totals = totalsOf(traf(1, [0xb05, 2, 9999, 9999, 50, 8, 80, 70, 8, 0]), traf(1, [0x800, 1, 500]))
    expect(totals.get(1)).toMatchObject({ samples: 3, startSeconds: 0, presentationSeconds: 0.08 })
  })

  it('count only for tracks in the init segment', () => {
    expect([...totalsOf(Buffer.concat([traf(7, [0, 2]), traf(1, [0, 3])]))]).toEqual([
      [1, expect.objectContaining({ samples: 3 })],
    ])
    expect(totalsOf(box('traf', box('trun', uint32s(0, 2)))).size).toBe(0)
  })
})
