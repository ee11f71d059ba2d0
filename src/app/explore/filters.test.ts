import { describe, expect, it } from 'vitest'
import { countLine, exploreUrl, type Filters, menuOptions, noFilters, readFilters } from './filters.ts'

function read(query: string): Filters {
  return readFilters(new URLSearchParams(query))
}

describe('the filters in a URL', () => {
  it('are empty without parameters', () => {
    expect(read('')).toEqual(noFilters)
  })

  it('are empty when all fields of the form are empty', () => {
    expect(read('genre=&search=')).toEqual(noFilters)
    expect(read('genre=All&search=++')).toEqual(noFilters)
  })

  it('are all read and trimmed', () => {
    expect(read('genre=+Mecha+&trending=true&search=+night+train+')).toEqual({
      genre: 'Mecha',
      trending: true,
      search: 'night train',
    })
  })

  it('accept a known genre in any case, and any other as written', () => {
    expect(read('genre=slice+of+LIFE').genre).toBe('Slice of Life')
    expect(read('genre=ghost+Noir').genre).toBe('ghost Noir')
  })

  it('are trending only for the value true', () => {
    expect(read('trending=on').trending).toBe(false)
    expect(read('trending=').trending).toBe(false)
  })

  it('truncate a term to 200 characters, and split no character', () => {
    expect([...read(`search=${encodeURIComponent('星'.repeat(250))}`).search]).toHaveLength(200)
    expect(read(`search=${encodeURIComponent('🌟'.repeat(201))}`).search).toBe('🌟'.repeat(200))
  })

  it.each<Filters>([
    noFilters,
    { genre: 'Sci-Fi', trending: false, search: '' },
    { genre: 'a & b = c', trending: true, search: '100% "of_it" + 星' },
  ])('are read back from the URL built from them: %j', (filters) => {
    const url = exploreUrl(filters)
    expect(read(new URL(url, 'http://hoshi.test').search)).toEqual(filters)
  })

  it('are omitted from the URL when they filter nothing', () => {
    expect(exploreUrl(noFilters)).toBe('/explore')
    expect(exploreUrl({ ...noFilters, trending: true })).toBe('/explore?trending=true')
  })
})

describe('the genre menu', () => {
  it('offers exactly the specified genres, in order', () => {
    expect(menuOptions).toEqual(['All', 'Action', 'Fantasy', 'Mecha', 'Romance', 'Comedy'])
  })
})

describe('the count line', () => {
  it.each<[number, Partial<Filters>, string]>([
    [0, {}, 'Found 0 episodes'],
    [1, {}, 'Found 1 episode'],
    [12408, {}, 'Found 12,408 episodes'],
    [2, { genre: 'Fantasy' }, 'Found 2 episodes in Fantasy'],
    [2, { trending: true }, 'Found 2 episodes (trending)'],
    [0, { search: 'vega' }, 'Found 0 episodes matching "vega"'],
    [1, { genre: 'Fantasy', trending: true, search: 'vega' }, 'Found 1 episode in Fantasy (trending) matching "vega"'],
  ])('of %d with %j', (total, filters, line) => {
    expect(countLine(total, { ...noFilters, ...filters })).toBe(line)
  })
})
