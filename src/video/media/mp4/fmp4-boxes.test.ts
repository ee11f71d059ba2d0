import { describe, expect, it } from 'vitest'
import { box, dataViewOf, uint32s } from '#tests/support/media/upload-fixtures/mp4-boxes.ts'
import { boxesAt, boxesIn } from './fmp4-boxes.ts'

const typesIn = (...parts: Uint8Array[]) => boxesIn(dataViewOf(Buffer.concat(parts))).map(({ type }) => type)

describe('the boxes of an MP4', () => {
  it('are listed side by side, with an empty one at the end', () => {
    expect(typesIn(box('ftyp', uint32s(1, 2)), box('free'))).toEqual(['ftyp', 'free'])
  })

  it('are found by their path, in each box that has it', () => {
    const trak = (id: number) => box('trak', box('tkhd', uint32s(id)), box('mdia'))
    const bytes = dataViewOf(box('moov', trak(1), box('udta', box('tkhd', uint32s(9))), trak(2)))
    const headers = boxesAt(bytes, ['moov', 'trak', 'tkhd'])
    expect(headers.map(({ start }) => bytes.getUint32(start))).toEqual([1, 2])
  })

  it('end before one that claims to be smaller than its header, or larger than its parent', () => {
    const lying = (size: number) => Buffer.concat([uint32s(size), Buffer.from('free')])
    expect(typesIn(box('ftyp'), lying(7), box('moov'))).toEqual(['ftyp'])
    expect(typesIn(box('ftyp'), lying(0), box('moov'))).toEqual(['ftyp'])
    expect(typesIn(box('ftyp'), lying(17), box('moov'))).toEqual(['ftyp'])
  })
})
