import { expect, it } from 'vitest'
import { box, viewOf, words } from '#tests/support/odd-files/mp4-surgery.ts'
import { shiftFragments } from './shift-fragments.ts'

/** A segment of one fragment with two tracks, the second of which counts in 64 bits. */
function segment(sequence: number, picture: number, sound: bigint) {
  const wide = Buffer.alloc(8)
  wide.writeBigUInt64BE(sound)
  const trafs = [
    box('traf', box('tfhd', words(0, 1)), box('tfdt', words(0, picture)), box('trun', words(0, 12))),
    box('traf', box('tfhd', words(0, 2)), box('tfdt', words(0x1000000), wide), box('trun', words(0, 23))),
  ]
  return Buffer.concat([
    box('styp', Buffer.from('msdh')),
    box('moof', box('mfhd', words(0, sequence)), ...trafs),
    box('mdat', words(1, 2, 3)),
  ])
}

it('numbers and times of a fragment move to their place in the film, and nothing else changes', () => {
  const bytes = segment(2, 500, 24_000n)
  const ticks = new Map([
    [1, 12_000],
    [2, 2 ** 33],
  ])
  shiftFragments(viewOf(bytes), ticks, 1000)
  expect(bytes).toEqual(segment(1002, 12_500, 24_000n + 2n ** 33n))
})

it('a track whose place is not known stays where it is', () => {
  const bytes = segment(2, 500, 24_000n)
  shiftFragments(viewOf(bytes), new Map([[1, 12_000]]), 0)
  expect(bytes).toEqual(segment(2, 12_500, 24_000n))
})
