import { describe, expect, it } from 'vitest'
import { blankRow } from '#app/own-episodes/own-row.ts'
import { contentFilterOf, filterParams, filterRows } from './content-filter.ts'

const rows = [
  { ...blankRow('a'), title: 'The Last Local', visibility: 'public' as const, seriesId: 's1', seriesNumber: 1 },
  { ...blankRow('b'), title: 'LOCAL Weather', visibility: 'private' as const, seriesId: 's1', seriesNumber: 2 },
  { ...blankRow('c'), title: '', visibility: 'unlisted' as const },
  { ...blankRow('d'), title: '終電', visibility: 'public' as const },
]

const found = (query: string) => filterRows(rows, contentFilterOf(new URLSearchParams(query))).map(({ id }) => id)

describe('the filter of My Content', () => {
  it.each([
    ['', ['a', 'b', 'c', 'd']],
    ['title=%20local%20', ['a', 'b']],
    ['title=untitled', ['c']],
    ['title=%E7%B5%82', ['d']],
    ['title=%EF%BD%8C%C3%B6cal', ['a', 'b']],
    ['visibility=public', ['a', 'd']],
    ['title=local&visibility=private', ['b']],
    ['visibility=hidden', ['a', 'b', 'c', 'd']],
    ['series=s1', ['a', 'b']],
    ['series=s1&visibility=public', ['a']],
    ['series=none', ['c', 'd']],
    ['series=', ['a', 'b', 'c', 'd']],
    ['series=s2', []],
    ['title=nothing', []],
  ])('of ?%s shows %j', (query, ids) => {
    expect(found(query)).toEqual(ids)
  })

  it('is written back to the URL without what filters nothing', () => {
    expect(filterParams({ title: 'a', visibility: 'private', series: 's1' })).toEqual([
      ['title', 'a'],
      ['visibility', 'private'],
      ['series', 's1'],
    ])
    expect(filterParams({ title: ' ', visibility: null, series: null })).toEqual([])
  })
})
