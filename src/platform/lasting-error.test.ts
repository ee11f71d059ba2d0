import { expect, test } from 'vitest'
import { isLasting, isRefusedValue, LastingError } from './lasting-error.ts'

const withCode = (code: string) => Object.assign(new Error('from PostgreSQL'), { code })

test.each(['22001', '22003', '22008', '22021', '22P02', '22P05', '23502', '23514'])(
  'PostgreSQL refuses the same value again: %s',
  (code) => {
    expect([isRefusedValue(withCode(code)), isLasting(withCode(code))]).toEqual([true, true])
  },
)

test.each(['23503', '23505', '23P01'])('other rows may allow the value later: %s', (code) => {
  expect([isRefusedValue(withCode(code)), isLasting(withCode(code))]).toEqual([true, false])
})

test.each(['40P01', '53100', '57014', '08006', 'ECONNRESET', 'ENOSPC', 'UND_ERR_SOCKET', '22'])(
  'nothing is said about the value: %s',
  (code) => {
    expect([isRefusedValue(withCode(code)), isLasting(withCode(code))]).toEqual([false, false])
  },
)

test('what is too large for the language stays so, and memory comes back', () => {
  const thrownBy = (work: () => unknown) => {
    try {
      return void work()
    } catch (error) {
      return error
    }
  }
  const deep = (): number => 1 + deep()
  const errors = [() => 'x'.repeat(2 ** 30), () => new Array(-1), deep].map(thrownBy)
  expect(errors.map(isLasting)).toEqual([true, true, true])
  expect(isLasting(withCode('ERR_STRING_TOO_LONG'))).toBe(true)
  expect(isLasting(new RangeError('Array buffer allocation failed'))).toBe(false)
})

test('a job may say so itself; any other error may pass', () => {
  expect(isLasting(new LastingError('The picture cannot be decoded.'))).toBe(true)
  for (const error of [new Error('No.'), new TypeError('fetch failed'), 'No.', null])
    expect(isLasting(error)).toBe(false)
})
