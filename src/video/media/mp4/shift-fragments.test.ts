import { expect, it } from 'vitest'
import { box, dataViewOf, uint32s } from '#tests/support/media/upload-fixtures/mp4-boxes.ts'
import { shiftFragments } from './shift-fragments.ts'

/** A segment of one fragment with two tracks, the second of which counts in 64 bits. */
function segment(sequence: number, videoTime: number, audioTime: bigint) {
  const wide = Buffer.alloc(8)
  wide.writeBigUInt64BE(audioTime)
  const trafs = [
    box('traf', box('tfhd', uint32s(0, 1)), box('tfdt', uint32s(0, videoTime)), box('trun', uint32s(0, 12))),
    box('traf', box('tfhd', uint32s(0, 2)), box('tfdt', uint32s(0x1000000), wide), box('trun', uint32s(0, 23))),
  ]
  return Buffer.concat([
    box('styp', Buffer.from('msdh')),
    box('moof', box('mfhd', uint32s(0, sequence)), ...trafs),
    box('mdat', uint32s(1, 2, 3)),
  ])
}

it('shifts numbers and times of a fragment to their position in the video, and changes nothing else', () => {
  const bytes = segment(2, 500, 24_000n)
  const ticks = new Map([
    [1, 12_000],
    [2, 2 ** 33],
  ])
  shiftFragments(dataViewOf(bytes), ticks, 1000)
  expect(bytes).toEqual(segment(1002, 12_500, 24_000n + 2n ** 33n))
})

it('does not shift a track whose position is not known', () => {
  const bytes = segment(2, 500, 24_000n)
  shiftFragments(dataViewOf(bytes), new Map([[1, 12_000]]), 0)
  expect(bytes).toEqual(segment(2, 12_500, 24_000n))
})
