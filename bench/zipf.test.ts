import { expect, it } from 'vitest'
import { zipf } from './zipf.ts'

/** How often each index is chosen by numbers at equal distances. */
function shares(count: number, exponent: number, numbers: number): number[] {
  const choose = zipf(count, exponent)
  const chosen = Array.from({ length: count }, () => 0)
  for (let n = 0; n < numbers; n += 1) chosen[choose((n + 0.5) / numbers)]! += 1
  return chosen
}

it('gives the second half of the share of the first, and the third a third', () => {
  // 1 + 1/2 + 1/3 = 11/6.
  expect(shares(3, 1, 1100)).toEqual([600, 300, 200])
})

it('follows its exponent', () => {
  expect(shares(4, 0, 400)).toEqual([100, 100, 100, 100])
  // 1 + 1/4 = 5/4.
  expect(shares(2, 2, 500)).toEqual([400, 100])
})

it('chooses the first for 0 and the last just below 1', () => {
  const choose = zipf(1000, 0.9)
  expect([choose(0), choose(1 - Number.EPSILON)]).toEqual([0, 999])
  expect(zipf(1, 1)(0.5)).toBe(0)
})
