import { describe, expect, it } from 'vitest'
import { createStreamAnalyzer, type Packet, readPacket } from './packet-stats.ts'

const FRAME = 0.04

function packet(changes: Partial<Packet>): Packet {
  const pts = changes.pts ?? 0
  const usual = { duration: FRAME, sizeBytes: 100, isKeyframe: false, isHidden: false, changesParameters: false }
  return { stream: 0, pts, dts: pts, ...usual, ...changes }
}

/** Analyzes frames by their positions in presentation order, given in decoding order; keyframes are marked by `K`. */
function analyzeOrder(order: string[]) {
  const analyzer = createStreamAnalyzer(FRAME)
  order.forEach((mark, index) => {
    analyzer.add(
      packet({ pts: Number.parseInt(mark, 10) * FRAME, dts: (index - 2) * FRAME, isKeyframe: mark.endsWith('K') }),
    )
  })
  return analyzer.stats()
}

describe('readPacket', () => {
  it('reads a line of the packet list', () => {
    expect(readPacket('1|0.125000|-0.083333|0.041667|1904|KD')).toEqual({
      stream: 1,
      pts: 0.125,
      dts: -0.083333,
      duration: 0.041667,
      sizeBytes: 1904,
      isKeyframe: true,
      isHidden: true,
      changesParameters: false,
    })
  })
  it('accepts missing times', () => {
    expect(readPacket('0|N/A|1.5|N/A|10|__')).toMatchObject({ pts: Number.NaN, dts: 1.5, duration: Number.NaN })
  })
  it('ignores lines that are no packets', () => {
    expect(readPacket('')).toBeNull()
    expect(readPacket('rubbish')).toBeNull()
  })
})

describe('a stream analyzer', () => {
  it('measures from the first frame shown to the end of the last one', () => {
    const stats = analyzeOrder(['0K', '3', '1', '2', '6', '4', '5'])
    expect(stats.durationSeconds).toBeCloseTo(7 * FRAME)
    expect(stats).toMatchObject({ packets: 7, startSeconds: 0, startsWithKeyframe: true, sizeBytes: 700 })
    expect(stats.minIntervalSeconds).toBeCloseTo(FRAME)
    expect(stats.maxIntervalSeconds).toBeCloseTo(FRAME)
  })
  it('finds the longest gap between keyframes, the end included', () => {
    expect(analyzeOrder(['0K', '1', '2K', '3', '4', '5']).maxKeyframeGapSeconds).toBeCloseTo(4 * FRAME)
    expect(analyzeOrder(['0K', '1', '2', '3K', '4']).maxKeyframeGapSeconds).toBeCloseTo(3 * FRAME)
  })
  it('finds the highest rate of any second', () => {
    const ratesOf = (times: number[]) => {
      const analyzer = createStreamAnalyzer(FRAME)
      for (const pts of times) analyzer.add(packet({ pts }))
      return analyzer.stats().highestRate
    }
    const even = (count: number, step: number, from = 0) => Array.from({ length: count }, (_, n) => from + n * step)
    expect(ratesOf(even(5000, 1001 / 30_000))).toBeCloseTo(30_000 / 1001, 6)
    expect(ratesOf([...even(20, 0.1), ...even(120, 1 / 60, 2), ...even(20, 0.1, 4)])).toBeCloseTo(60, 6)
    expect(ratesOf([...even(20, 0.1), 1.901, ...even(20, 0.1, 2)])).toBeCloseTo(11, 6)
    expect(ratesOf(even(5, 0.2))).toBe(0)
  })
  it('distinguishes open from closed GOPs', () => {
    expect(analyzeOrder(['0K', '2', '1', '3K', '5', '4']).hasClosedGops).toBe(true)
    expect(analyzeOrder(['0K', '2', '1', '5K', '3', '4']).hasClosedGops).toBe(false)
  })
  it('adds up runs when time restarts', () => {
    const analyzer = createStreamAnalyzer(FRAME)
    for (let run = 0; run < 3; run++) for (let i = 0; i < 100; i++) analyzer.add(packet({ pts: i * FRAME }))
    expect(analyzer.durationSeconds).toBeCloseTo(300 * FRAME)
    expect(analyzer.stats().hasCleanTimestamps).toBe(false)
  })
  it('counts a gap as length', () => {
    const analyzer = createStreamAnalyzer(FRAME)
    for (const pts of [0, FRAME, 60]) analyzer.add(packet({ pts }))
    expect(analyzer.durationSeconds).toBeCloseTo(60 + FRAME)
    expect(analyzer.stats().hasCleanTimestamps).toBe(true)
  })
  it('notices parameters that the container changes in the middle', () => {
    const changesOf = (...lines: string[]) => {
      const analyzer = createStreamAnalyzer(FRAME)
      for (const line of lines) analyzer.add(readPacket(line)!)
      return analyzer.stats().changesParameters
    }
    expect(changesOf('0|0|0|0.04|9|K_', '0|0.04|0.04|0.04|9|K_|New Extradata')).toBe(true)
    expect(changesOf('0|0|0|0.04|9|K_|New Extradata', '0|0.04|0.04|0.04|9|K_|Skip Samples')).toBe(false)
  })
  it('counts hidden packets, but not as length', () => {
    const analyzer = createStreamAnalyzer(FRAME)
    analyzer.add(packet({ pts: -100, isHidden: true, isKeyframe: true }))
    analyzer.add(packet({ pts: 0 }))
    expect(analyzer.stats()).toMatchObject({ packets: 2, hiddenPackets: 1, durationSeconds: FRAME })
  })
  it('uses decoding times and usual durations when others are missing', () => {
    const analyzer = createStreamAnalyzer(FRAME)
    for (let i = 0; i < 10; i++) analyzer.add(packet({ pts: Number.NaN, dts: i * FRAME, duration: Number.NaN }))
    expect(analyzer.durationSeconds).toBeCloseTo(10 * FRAME)
    expect(analyzer.stats().hasCleanTimestamps).toBe(false)
  })
  it('counts packets without any time by their number', () => {
    const analyzer = createStreamAnalyzer(FRAME)
    for (let i = 0; i < 10; i++) analyzer.add(packet({ pts: Number.NaN, dts: Number.NaN, duration: Number.NaN }))
    expect(analyzer.durationSeconds).toBeCloseTo(10 * FRAME)
  })
  it('detects uneven steps', () => {
    const stats = analyzeOrder(['0K', '1', '4', '5'])
    expect(stats.maxIntervalSeconds).toBeCloseTo(3 * FRAME)
    expect(stats.lastIntervalSeconds).toBeCloseTo(FRAME)
  })
  it('is all zero without packets, and begins with no keyframe', () => {
    expect(createStreamAnalyzer(FRAME).stats()).toMatchObject({
      packets: 0,
      durationSeconds: 0,
      startSeconds: 0,
      maxIntervalSeconds: 0,
      lastIntervalSeconds: 0,
      startsWithKeyframe: false,
    })
  })
})
