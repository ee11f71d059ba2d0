import { expect, it } from 'vitest'
import { box, boxesOf, dataViewOf, readBoxes, uint32s } from '#tests/support/media/upload-fixtures/mp4-boxes.ts'
import { fileHeader } from './file-header.ts'
import type { TrackInfo } from './fmp4-tracks.ts'
import { addSamples, emptyTables } from './sample-table.ts'

const track: TrackInfo = { id: 1, kind: 'video', timescale: 1000, defaultDuration: 40, hiddenTicks: 0 }
const BASE_IS_MOOF = 0x20000

const extend = box('mvex', box('trex', uint32s(0, 1, 1, 40, 500, 0x10000)))
const media = box(
  'mdia',
  box('mdhd', uint32s(0, 0, 0, 1000, 0, 0)),
  box('hdlr', uint32s(0, 0), Buffer.from('vide')),
  box('minf', box('stbl', box('stsd', uint32s(0, 0)), box('stts', uint32s(0, 0)))),
)
const init = box(
  'moov',
  box('mvhd', uint32s(0, 0, 0, 1000, 0, 0)),
  box('trak', box('tkhd', uint32s(0, 0, 0, 1, 0, 0, 0)), media),
  extend,
)

/** A fragment of the track: when it begins, and its run. */
function fragment(time: number, header: number[], ...run: number[]) {
  const traf = [box('tfhd', uint32s(header[0]! | BASE_IS_MOOF, 1, ...header.slice(1))), box('tfdt', uint32s(0, time))]
  return dataViewOf(box('traf', ...traf, box('trun', uint32s(...run))))
}

function tableOf(...fragments: { at: number; of: DataView }[]) {
  const tables = emptyTables([track])
  for (const { at, of } of fragments) addSamples(dataViewOf(init), of, at, tables)
  return { tables, table: tables.get(1)! }
}

it('lists samples with what they state, and else with the defaults of the fragment and of the track', () => {
  const stated = fragment(0, [0], 0xf01, 2, 100, 50, 7, 0, 80, 70, 9, 0x10000, 0)
  const ofFragment = fragment(120, [0x38, 30, 6, 0], 0x1, 1, 200)
  const ofTrack = fragment(150, [0], 0x5, 2, 300, 0)
  const { table } = tableOf({ at: 0, of: stated }, { at: 1000, of: ofFragment }, { at: 2000, of: ofTrack })
  expect(table).toMatchObject({
    sizes: [7, 9, 6, 500, 500],
    durations: [50, 70, 30, 40, 40],
    delays: [80, 0, 0, 0, 0],
    keyframes: [1, 3, 4],
    chunks: [
      { at: 100, samples: 2 },
      { at: 1200, samples: 1 },
      { at: 2300, samples: 2 },
    ],
    totalTicks: 230,
  })
})

it('lets the last sample of a fragment last until the next fragment begins', () => {
  const { table } = tableOf(
    { at: 0, of: fragment(1000, [0], 0x1, 2, 0) },
    { at: 9, of: fragment(1100, [0], 0x1, 1, 0) },
  )
  expect(table).toMatchObject({ startTicks: 1000, durations: [40, 60, 40], totalTicks: 140 })
})

it('refuses positions that are not counted from the fragment', () => {
  const elsewhere = dataViewOf(box('traf', box('tfhd', uint32s(0, 1)), box('trun', uint32s(1, 1, 0))))
  expect(() => tableOf({ at: 0, of: elsewhere })).toThrow('positions')
  expect(() => tableOf({ at: 0, of: fragment(0, [0], 0, 1) })).toThrow('where they are')
})

it('has positions of 64 bits, and a long box of media, only in a file that needs them', () => {
  const typesOf = (mediaBytes: number) => {
    const { tables } = tableOf({ at: 0, of: fragment(0, [0], 0x1, 1, 100) })
    const bytes = Buffer.from(fileHeader(dataViewOf(init), tables, mediaBytes))
    const short = bytes.subarray(-8).toString('latin1', 4) === 'mdat'
    return { short, isIn32: bytes.includes('stco'), isIn64: bytes.includes('co64'), bytes }
  }
  expect(typesOf(1000)).toMatchObject({ short: true, isIn32: true, isIn64: false })
  const long = typesOf(5 * 2 ** 30)
  expect(long).toMatchObject({ short: false, isIn32: false, isIn64: true })
  expect(long.bytes.readBigUInt64BE(long.bytes.length - 8)).toBe(BigInt(5 * 2 ** 30 + 16))
})

it('begins a track later by an empty edit, and leaves the fragmented defaults out', () => {
  const { tables } = tableOf({ at: 0, of: fragment(500, [0], 0x1, 1, 100) })
  const header = Buffer.from(fileHeader(dataViewOf(init), tables, 1000))
  const edits = header.subarray(header.indexOf('elst') + 8)
  expect([0, 4, 8, 16, 20].map((at) => edits.readInt32BE(at))).toEqual([2, 500, -1, 40, 0])
  expect(header.includes('mvex')).toBe(false)
  expect(boxesOf(readBoxes(header.subarray(0, -8)), 'moov').length).toBe(1)
})
