import { expect, test } from 'vitest'
import { tabAfterKey } from './tab-keys.ts'

const press = (key: string, index: number, held = {}) =>
  tabAfterKey({ key, altKey: false, ctrlKey: false, metaKey: false, ...held }, index, 3)

test('arrow keys go round the tabs', () => {
  expect([0, 1, 2].map((index) => press('ArrowRight', index))).toEqual([1, 2, 0])
  expect([0, 1, 2].map((index) => press('ArrowLeft', index))).toEqual([2, 0, 1])
})

test('Home and End lead to the first and the last', () => {
  expect(press('Home', 1)).toBe(0)
  expect(press('End', 1)).toBe(2)
})

test('other keys, and those held with another, lead nowhere', () => {
  expect(press('ArrowDown', 1)).toBeNull()
  expect(press('ArrowRight', 1, { altKey: true })).toBeNull()
  expect(press('Home', 1, { metaKey: true })).toBeNull()
})
