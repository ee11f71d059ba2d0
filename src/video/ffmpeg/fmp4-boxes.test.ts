import { describe, expect, it } from 'vitest'
import { box, viewOf, words } from '#tests/support/odd-files/mp4-surgery.ts'
import { boxesAt, boxesIn } from './fmp4-boxes.ts'

const typesIn = (...parts: Uint8Array[]) => boxesIn(viewOf(Buffer.concat(parts))).map(({ type }) => type)

describe('the boxes of an MP4', () => {
  it('lie side by side, an empty one at the end among them', () => {
    expect(typesIn(box('ftyp', words(1, 2)), box('free'))).toEqual(['ftyp', 'free'])
  })

  it('are found by their path, in each box that has it', () => {
    const trak = (id: number) => box('trak', box('tkhd', words(id)), box('mdia'))
    const bytes = viewOf(box('moov', trak(1), box('udta', box('tkhd', words(9))), trak(2)))
    const headers = boxesAt(bytes, ['moov', 'trak', 'tkhd'])
    expect(headers.map(({ start }) => bytes.getUint32(start))).toEqual([1, 2])
  })

  it('end before one that says to be smaller than its own head, or larger than what it is in', () => {
    const lying = (size: number) => Buffer.concat([words(size), Buffer.from('free')])
    expect(typesIn(box('ftyp'), lying(7), box('moov'))).toEqual(['ftyp'])
    expect(typesIn(box('ftyp'), lying(0), box('moov'))).toEqual(['ftyp'])
    expect(typesIn(box('ftyp'), lying(17), box('moov'))).toEqual(['ftyp'])
  })
})
