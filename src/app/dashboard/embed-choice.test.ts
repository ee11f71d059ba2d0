import { describe, expect, test } from 'vitest'
import { embedSitesOf, embedValuesOf, isSameChoice, readEmbedValues } from './embed-choice.ts'

describe('the choice of sites that may embed an episode', () => {
  test.each([null, [], ['https://one.example'], ['https://one.example', 'http://localhost:5173']])(
    'is the same after it was shown: %j',
    (sites) => expect(embedSitesOf(embedValuesOf(sites))).toEqual(sites),
  )

  test('is read from lines, spaces or commas', () => {
    const typed = ' https://one.example/ \r\nhttps://two.example,https://three.example\n\n'
    const sites = ['https://one.example', 'https://two.example', 'https://three.example']
    expect(embedSitesOf({ embedsOpen: true, embedSites: typed })).toEqual(sites)
  })

  test('without the mark is no site, whatever is named', () => {
    const form = new FormData()
    form.set('embedSites', 'https://one.example')
    expect(embedSitesOf(readEmbedValues(form))).toEqual([])
    form.set('embedsOpen', 'true')
    expect(embedSitesOf(readEmbedValues(form))).toEqual(['https://one.example'])
  })

  test('differs between all sites and none', () => {
    expect(isSameChoice(null, [])).toBe(false)
    expect(isSameChoice(['https://one.example'], ['https://one.example'])).toBe(true)
  })
})
