import { expect, test } from 'vitest'
import type { Trx } from '#platform/database.server.ts'
import { createHoldFor, holdAfterCheck, holdAfterFailure } from './holding.ts'

const trx = {} as Trx

test('new episodes wait for their check, or for a person where nothing checks them', async () => {
  const holdFor = (mode: 'flag' | 'hold', service: 'off' | 'http') => createHoldFor(async () => mode, { service })(trx)
  expect(await holdFor('hold', 'http')).toBe('check')
  expect(await holdFor('hold', 'off')).toBe('person')
  expect([await holdFor('flag', 'http'), await holdFor('flag', 'off')]).toEqual([null, null])
})

test('a clean check releases what waited for it, and a flagged one leaves it to a person', () => {
  for (const hold of ['check', 'failed'] as const) {
    expect(holdAfterCheck(hold, false, 'hold')).toBeNull()
    expect(holdAfterCheck(hold, true, 'hold')).toBe('person')
    expect(holdAfterCheck(hold, true, 'flag')).toBeNull()
  }
})

test('a failure is told apart from a check that is still to come', () => {
  expect(holdAfterFailure('check', 'hold')).toBe('failed')
  expect(holdAfterFailure('check', 'flag')).toBeNull()
  expect(holdAfterFailure('failed', 'flag')).toBe('failed')
})

test('a check neither holds what a moderator has released nor releases what waits for one', () => {
  for (const hold of [null, 'person'] as const) {
    for (const isFlagged of [true, false]) expect(holdAfterCheck(hold, isFlagged, 'hold')).toBe(hold)
    expect(holdAfterFailure(hold, 'hold')).toBe(hold)
  }
})
