import { expect, test } from 'vitest'
import { flashPhaseAt, isDimmedAt } from './flash-phase.ts'

const span = (from: number, to: number) => ({ from, to, kind: 'luminance' as const, perSecond: 4, share: 0.5 })
const spans = [span(20, 24), span(23, 26), span(40, 41)]

test.each([
  [10, null],
  [14.9, null],
  [15, { kind: 'ahead', inSeconds: 5 }],
  [19.2, { kind: 'ahead', inSeconds: 1 }],
  [20, { kind: 'inside', until: 24 }],
  [23.5, { kind: 'inside', until: 26 }],
  [26, null],
  [36, { kind: 'ahead', inSeconds: 4 }],
  [50, null],
])('at %f s the phase is %j', (position, phase) => {
  expect(flashPhaseAt(spans, position)).toEqual(phase)
})

test.each([
  [18.9, false],
  [19, true],
  [26.4, true],
  [26.5, false],
  [39.5, true],
])('at %f s dimming is %s', (position, isDimmed) => {
  expect(isDimmedAt(spans, position)).toBe(isDimmed)
})
