import { expect, test } from 'vitest'
import { checkAdult } from './adult.ts'

const now = new Date('2026-11-25T12:00:00.000Z')

test.each([2008, 1990, 1900])('%i is the year of birth of an adult in 2026', (year) => {
  expect(() => checkAdult(year, now)).not.toThrow()
})

test.each([2009, 2026])('%i is the year of birth of somebody under 18', (year) => {
  expect(() => checkAdult(year, now)).toThrow(expect.objectContaining({ code: 'identity.under_age' }))
})

test.each([1899, 2027, 1990.5, Number.NaN, 0, -1])('%d is no year of birth', (year) => {
  expect(() => checkAdult(year, now)).toThrow(expect.objectContaining({ code: 'identity.birth_year_invalid' }))
})
