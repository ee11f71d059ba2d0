import { expect, it } from 'vitest'
import { createContinuityTracker } from './continuity.ts'
import type { Packet } from './packet-stats.ts'
import type { AudioHeader } from './probe-header.ts'

const aac: AudioHeader = {
  index: 1,
  codec: 'aac',
  profile: 'LC',
  channels: 2,
  sampleRate: 48_000,
  startSeconds: 0,
  durationSeconds: 4,
}
const PACKET_SECONDS = 1024 / 48_000

/** @param moved seconds by which a packet of this number comes late */
function isContinuous(moved: (number: number) => number, header = aac, changesAt = -1): boolean | undefined {
  const tracker = createContinuityTracker(header)
  const packet: Packet = {
    stream: 1,
    pts: 0,
    dts: 0,
    duration: PACKET_SECONDS,
    sizeBytes: 200,
    isKeyframe: true,
    isHidden: false,
    changesParameters: false,
  }
  tracker.add({ ...packet, pts: -3, isHidden: true })
  for (let number = 0; number < 200; number += 1) {
    const changesParameters = number === changesAt
    tracker.add({ ...packet, pts: 10 + number * PACKET_SECONDS + moved(number), changesParameters })
  }
  return tracker.isContinuous()
}

it.each<[string, boolean, (number: number) => number]>([
  ['each starts where the one before ends', true, () => 0],
  ['their times are rounded', true, (number) => (number % 3) * 0.0005],
  ['one is lost', false, (number) => (number > 100 ? PACKET_SECONDS : 0)],
  ['they overlap', false, (number) => (number > 100 ? -0.02 : 0)],
  ['gaps of a tenth of a millisecond add up', false, (number) => number * 0.0001],
  ['one has no time', false, (number) => (number === 100 ? Number.NaN : 0)],
])('packets of AAC of which %s: continuous is %s', (_name, continuous, moved) => {
  expect(isContinuous(moved)).toBe(continuous)
})

it('is not told of other codecs', () => {
  expect(isContinuous(() => 0, { ...aac, codec: 'opus' })).toBeUndefined()
})

it('packets of AAC with other parameters from the middle on are not continuous', () => {
  expect([0, 100].map((changesAt) => isContinuous(() => 0, aac, changesAt))).toEqual([true, false])
})
