import { describe, expect, test } from 'vitest'
import { arcsAround, fitArcs, readArcs, readEpisodeIds, readSeriesFields } from './series-fields.ts'

const arc = (from: number, to: number, title = 'Departures') => ({ title, from, to })

describe('a list of episodes', () => {
  test('has each one once, and 200 at most', () => {
    const ids = Array.from({ length: 200 }, (_, at) => `e${at}`)
    expect(readEpisodeIds(ids)).toEqual(ids)
    expect(() => readEpisodeIds([...ids, 'one more'])).toThrow('series.episodes_too_many')
    expect(() => readEpisodeIds(['a', 'b', 'a'])).toThrow('series.episode_twice')
  })
})

describe('arcs', () => {
  test('are trimmed and put in the order of their parts', () => {
    expect(readArcs([arc(3, 4, ' Terminus '), arc(1, 2)], 4)).toEqual([arc(1, 2), arc(3, 4, 'Terminus')])
  })

  test.each([
    ['shares a part with another', [arc(1, 2), arc(2, 3)]],
    ['begins before the first part', [arc(0, 1)]],
    ['ends behind the last part', [arc(2, 5)]],
    ['ends before it begins', [arc(2, 1)]],
    ['has a broken number', [arc(1.5, 2)]],
    ['has no title', [arc(1, 1, ' ')]],
    ['has a title of 81 characters', [arc(1, 1, 'x'.repeat(81))]],
    ['is one more than there are parts', [1, 2, 3, 4, 4].map((number) => arc(number, number))],
  ])('are refused when one %s', (_, arcs) => {
    expect(() => readArcs(arcs, 4)).toThrow('series.arcs_invalid')
  })

  test('are cut to a shorter list', () => {
    expect(fitArcs([arc(1, 2), arc(3, 5), arc(6, 7)], 4)).toEqual([arc(1, 2), arc(3, 4)])
  })

  test('reach no further than the parts that are shown, and go with the last of them', () => {
    expect(arcsAround([arc(1, 3), arc(4, 6), arc(7, 8)], [2, 3, 5])).toEqual([arc(2, 3), arc(5, 5)])
  })
})

describe('texts', () => {
  test('are trimmed, and only the given ones are read', () => {
    expect(readSeriesFields({ title: ' The Vega Line ' })).toEqual({ title: 'The Vega Line' })
    expect(readSeriesFields({ description: 'a\r\nb' })).toEqual({ description: 'a\nb' })
  })

  test.each([
    ['series.title_required', { title: ' ' }],
    ['series.title_invalid', { title: 'x'.repeat(121) }],
    ['series.description_invalid', { description: 'x'.repeat(1001) }],
  ])('are refused with %s', (code, fields) => {
    expect(() => readSeriesFields(fields)).toThrow(code)
  })
})
