import { describe, expect, it } from 'vitest'
import { BARS_HEIGHT, FLAGS_HEIGHT, placeFlags } from './day-flags.ts'

const place = (heights: number[], published: Record<number, string[]>) =>
  placeFlags(heights, new Map(Object.entries(published).map(([index, titles]) => [Number(index), titles])))
const flat = (days: number, height = 40) => Array<number>(days).fill(height)

describe('publishing days', () => {
  it('are named above their bar', () => {
    const [flag] = place(flat(28), { 14: ['Paper Boats'] })
    expect(flag).toMatchObject({ index: 14, title: 'Paper Boats', top: 52 })
    expect([flag!.at, flag!.titleAt].map((at) => Math.round(at * 28 * 2))).toEqual([29, 29])
  })

  it('keep their title within the chart', () => {
    const flags = place(flat(28), { 0: ['Paper Boats'], 27: ['Night Train'] })
    expect(flags.map(({ titleAt, anchor }) => [titleAt, anchor])).toEqual([
      [0, 'start'],
      [1, 'end'],
    ])
  })

  it('have their title above higher bars beside them, and above other titles', () => {
    const heights = flat(28)
    heights[15] = 200
    const [high, low] = place(heights, { 15: ['Night Train'], 14: ['Paper Boats'] })
    expect(high).toMatchObject({ index: 15, top: 212 })
    expect(low).toMatchObject({ index: 14, title: 'Paper Boats', top: 260 })
  })

  it('lose the title where it would leave the chart, and keep their mark', () => {
    const flags = place(flat(28, BARS_HEIGHT), { 10: ['One'], 11: ['Two'], 12: ['Three'] })
    expect(flags.map(({ title }) => title)).toEqual(['One', null, null])
    expect(flags.map(({ top }) => top <= BARS_HEIGHT + FLAGS_HEIGHT)).toEqual([true, true, true])
  })

  it('name the first of several episodes, shortened', () => {
    const [flag] = place(flat(28), { 14: ['The Long Way Home From the Harbour', 'Night Train', 'Vega'] })
    expect(flag!.title).toBe('The Long Way H… and 2 more')
  })
})
