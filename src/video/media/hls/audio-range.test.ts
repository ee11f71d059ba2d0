import { describe, expect, it } from 'vitest'
import { audioBetween, audioOffsetArguments, audioPacketArguments } from './audio-range.ts'

/** A packet every half second, from one second on. */
const audio = { ticksPerSecond: 1000, packets: Array.from({ length: 8 }, (_, index) => 1000 + index * 500) }
const between = (from: number, to: number | null) => audioBetween('sound.mp4', audio, from, to)

describe('the audio of a chunk', () => {
  it('consists of the packets that begin in it, each in one chunk only', () => {
    expect(between(0, 1.2)).toMatchObject({ fromTicks: 1000, toTicks: 2500, offsetTicks: 0, packets: 3 })
    expect(between(1.2, 3)).toMatchObject({ fromTicks: 2500, toTicks: 4000, offsetTicks: 1500, packets: 3 })
    expect(between(3, null)).toMatchObject({ fromTicks: 4000, toTicks: null, offsetTicks: 3000, packets: 2 })
  })

  it('is copied from its first packet, which begins at zero, to half a tick before the next one', () => {
    expect(audioOffsetArguments(between(1.2, 3))).toEqual(['-itsoffset', '-2.500000'])
    expect(audioPacketArguments(between(1.2, 3)).join(' ')).toContain(
      '-c:a copy -bsf:a noise=drop=lt(pts*tb\\,-0.000500000)+gte(pts*tb\\,1.499500000),setts=',
    )
  })

  it('continues to the end in the last one', () => {
    expect(audioPacketArguments(between(3, null)).join(' ')).toContain('noise=drop=lt(pts*tb\\,-0.000500000),setts=')
  })

  it('copies nothing where the audio has ended', () => {
    expect(audioPacketArguments(between(9, null)).join(' ')).toBe('-c:a copy -bsf:a noise=drop=1')
  })
})
