import { describe, expect, it } from 'vitest'
import { createStreamMeter, type Packet, readPacket } from './packet-meter.ts'

const FRAME = 0.04

function packet(changes: Partial<Packet>): Packet {
  const pts = changes.pts ?? 0
  return { stream: 0, pts, dts: pts, duration: FRAME, sizeBytes: 100, isKeyframe: false, isHidden: false, ...changes }
}

/** Measures pictures by their places in shown order, given in decoding order; keyframes are marked by `K`. */
function measureOrder(order: string[]) {
  const meter = createStreamMeter(FRAME)
  order.forEach((mark, place) => {
    meter.add(
      packet({ pts: Number.parseInt(mark, 10) * FRAME, dts: (place - 2) * FRAME, isKeyframe: mark.endsWith('K') }),
    )
  })
  return meter.figures()
}

describe('readPacket', () => {
  it('reads a line of the packet list', () => {
    expect(readPacket('1|0.125000|-0.083333|0.041667|1904|KD')).toEqual({
      ...{ stream: 1, pts: 0.125, dts: -0.083333, duration: 0.041667 },
      ...{ sizeBytes: 1904, isKeyframe: true, isHidden: true },
    })
  })
  it('knows that a time may be missing', () => {
    expect(readPacket('0|N/A|1.5|N/A|10|__')).toMatchObject({ pts: Number.NaN, dts: 1.5, duration: Number.NaN })
  })
  it('passes over lines that are none', () => {
    expect(readPacket('')).toBeNull()
    expect(readPacket('rubbish')).toBeNull()
  })
})

describe('a stream meter', () => {
  it('measures from the first picture shown to the end of the last one', () => {
    const figures = measureOrder(['0K', '3', '1', '2', '6', '4', '5'])
    expect(figures.durationSeconds).toBeCloseTo(7 * FRAME)
    expect(figures).toMatchObject({ packets: 7, startSeconds: 0, startsWithKeyframe: true, sizeBytes: 700 })
    expect(figures.minStepSeconds).toBeCloseTo(FRAME)
    expect(figures.maxStepSeconds).toBeCloseTo(FRAME)
  })
  it('finds the longest way between keyframes, the end included', () => {
    expect(measureOrder(['0K', '1', '2K', '3', '4', '5']).maxKeyframeGapSeconds).toBeCloseTo(4 * FRAME)
    expect(measureOrder(['0K', '1', '2', '3K', '4']).maxKeyframeGapSeconds).toBeCloseTo(3 * FRAME)
  })
  it('finds the highest rate of any second', () => {
    const ratesOf = (times: number[]) => {
      const meter = createStreamMeter(FRAME)
      for (const pts of times) meter.add(packet({ pts }))
      return meter.figures().highestRate
    }
    const even = (count: number, step: number, from = 0) => Array.from({ length: count }, (_, n) => from + n * step)
    expect(ratesOf(even(5000, 1001 / 30_000))).toBeCloseTo(30_000 / 1001, 6)
    expect(ratesOf([...even(20, 0.1), ...even(120, 1 / 60, 2), ...even(20, 0.1, 4)])).toBeCloseTo(60, 6)
    expect(ratesOf([...even(20, 0.1), 1.901, ...even(20, 0.1, 2)])).toBeCloseTo(11, 6)
    expect(ratesOf(even(5, 0.2))).toBe(0)
  })
  it('tells open groups from closed ones', () => {
    expect(measureOrder(['0K', '2', '1', '3K', '5', '4']).hasClosedGops).toBe(true)
    expect(measureOrder(['0K', '2', '1', '5K', '3', '4']).hasClosedGops).toBe(false)
  })
  it('adds up runs when time starts again', () => {
    const meter = createStreamMeter(FRAME)
    for (let run = 0; run < 3; run++) for (let i = 0; i < 100; i++) meter.add(packet({ pts: i * FRAME }))
    expect(meter.durationSeconds).toBeCloseTo(300 * FRAME)
    expect(meter.figures().hasCleanTimestamps).toBe(false)
  })
  it('closes the gap where a clock that may jump goes ahead, also by as much as a clock can count', () => {
    for (const jump of [60, 2 ** 33 / 90_000 - 90]) {
      const meter = createStreamMeter(FRAME, true)
      for (let i = 0; i < 200; i++) meter.add(packet({ pts: i * FRAME + (i < 100 ? 0 : jump) }))
      expect(meter.durationSeconds).toBeCloseTo(200 * FRAME)
      const { endSeconds, maxStepSeconds, hasCleanTimestamps } = meter.figures()
      expect(endSeconds).toBeCloseTo(200 * FRAME)
      expect(maxStepSeconds).toBeCloseTo(FRAME)
      expect(hasCleanTimestamps).toBe(false)
    }
  })
  it('counts a gap as length where the clock is one for the whole file', () => {
    const meter = createStreamMeter(FRAME)
    for (const pts of [0, FRAME, 60]) meter.add(packet({ pts }))
    expect(meter.durationSeconds).toBeCloseTo(60 + FRAME)
    expect(meter.figures().hasCleanTimestamps).toBe(true)
  })
  it('takes ten seconds ahead for a part of the film in which nothing changes', () => {
    const meter = createStreamMeter(FRAME, true)
    for (const pts of [0, 10]) meter.add(packet({ pts }))
    expect(meter.durationSeconds).toBeCloseTo(10 + FRAME)
    expect(meter.figures().hasCleanTimestamps).toBe(true)
  })
  it('counts hidden packets, but not as length', () => {
    const meter = createStreamMeter(FRAME)
    meter.add(packet({ pts: -100, isHidden: true, isKeyframe: true }))
    meter.add(packet({ pts: 0 }))
    expect(meter.figures()).toMatchObject({ packets: 2, hiddenPackets: 1, durationSeconds: FRAME })
  })
  it('goes by decoding times and usual durations where others are missing', () => {
    const meter = createStreamMeter(FRAME)
    for (let i = 0; i < 10; i++) meter.add(packet({ pts: Number.NaN, dts: i * FRAME, duration: Number.NaN }))
    expect(meter.durationSeconds).toBeCloseTo(10 * FRAME)
    expect(meter.figures().hasCleanTimestamps).toBe(false)
  })
  it('counts packets that tell no time at all by their number', () => {
    const meter = createStreamMeter(FRAME)
    for (let i = 0; i < 10; i++) meter.add(packet({ pts: Number.NaN, dts: Number.NaN, duration: Number.NaN }))
    expect(meter.durationSeconds).toBeCloseTo(10 * FRAME)
  })
  it('sees uneven steps', () => {
    const figures = measureOrder(['0K', '1', '4', '5'])
    expect(figures.maxStepSeconds).toBeCloseTo(3 * FRAME)
    expect(figures.lastStepSeconds).toBeCloseTo(FRAME)
  })
  it('is all zero without packets, and begins with no keyframe', () => {
    expect(createStreamMeter(FRAME).figures()).toMatchObject({
      packets: 0,
      durationSeconds: 0,
      startSeconds: 0,
      maxStepSeconds: 0,
      lastStepSeconds: 0,
      startsWithKeyframe: false,
    })
  })
})
