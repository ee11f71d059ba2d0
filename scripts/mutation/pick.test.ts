import { expect, test } from 'vitest'
import { pickSpread } from './pick.ts'

const groups = [70, 20, 10].map((size, group) => Array.from({ length: size }, (_, item) => ({ group, item })))

test('the same seed picks the same items, another seed others', () => {
  expect(pickSpread(groups, 20, 7)).toEqual(pickSpread(groups, 20, 7))
  expect(pickSpread(groups, 20, 7)).not.toEqual(pickSpread(groups, 20, 8))
})

test('every group has its share', () => {
  for (let seed = 0; seed < 50; seed++) {
    const picked = pickSpread(groups, 20, seed)
    expect(groups.map((_, group) => picked.filter((each) => each.group === group).length)).toEqual([14, 4, 2])
    expect(new Set(picked).size).toBe(20)
  }
})

test('a group too small for its own share is sometimes picked from', () => {
  const withOne = [...groups, [{ group: 3, item: 0 }]]
  const seeds = Array.from({ length: 100 }, (_, seed) => pickSpread(withOne, 20, seed).some(({ group }) => group === 3))
  const times = seeds.filter(Boolean).length
  expect(times).toBeGreaterThan(5)
  expect(times).toBeLessThan(40)
})

test('all items are picked when there are too few', () => {
  expect(pickSpread(groups, 500, 7)).toHaveLength(100)
})
