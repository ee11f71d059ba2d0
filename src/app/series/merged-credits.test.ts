import { expect, test } from 'vitest'
import type { Credit } from '#catalog/credits/credit.ts'
import { mergedCredits, SERIES_CREDITS_MAX } from './merged-credits.ts'

const credit = (name: string, role: string, uid: string | null = null): Credit => ({ name, role, uid })

test('each credit of the parts stands once, in the order of its first part', () => {
  const lists = [
    [credit('Mio', 'Direction', 'mio'), credit('Nao', 'Voice')],
    [credit('Nao', 'Voice'), credit('Nao', 'Music'), credit('Mio', 'Direction', 'mio')],
  ]
  expect(mergedCredits(lists)).toEqual({
    credits: [credit('Mio', 'Direction', 'mio'), credit('Nao', 'Voice'), credit('Nao', 'Music')],
    left: 0,
  })
})

test('a name that links in one part is not repeated as text, and two people of one name both stand', () => {
  const lists = [[credit('Nao', 'Voice')], [credit('Nao', 'Voice', 'nao')], [credit('Nao', 'Voice', 'another')]]
  expect(mergedCredits(lists).credits).toEqual([credit('Nao', 'Voice', 'nao'), credit('Nao', 'Voice', 'another')])
})

test('no more than a page holds are shown, and the others counted', () => {
  const many = Array.from({ length: SERIES_CREDITS_MAX + 3 }, (_, at) => credit(`Name ${at}`, 'Voice'))
  const { credits, left } = mergedCredits([many])
  expect({ shown: credits.length, left }).toEqual({ shown: SERIES_CREDITS_MAX, left: 3 })
  expect(mergedCredits([])).toEqual({ credits: [], left: 0 })
})
