import { describe, expect, it } from 'vitest'
import { blankRow, type OwnRow } from '#app/own-episodes/own-row.ts'
import { averagesOf, episodeCount, genreDistribution, growthOf, sumsOf, topEpisodes } from './numbers.ts'
import { createListState, ownListReducer } from './own-list.ts'

const ready = { state: 'ready', percentComplete: 100 } as const

function row(id: string, fields: Partial<OwnRow> = {}): OwnRow {
  return { ...blankRow(id), title: id, genre: 'Drama', status: ready, ...fields }
}

const none = { recent: 0, before: 0 }

describe('the sums of a creator', () => {
  it('add up the counts of every episode', () => {
    const rows = [row('a', { views: 12, likes: 3, comments: 1 }), row('b', { views: 8, likes: 0, comments: 4 })]
    expect(sumsOf(rows)).toEqual({ views: 20, likes: 3, comments: 5 })
  })

  it('are 0 without episodes', () => {
    expect(sumsOf([])).toEqual({ views: 0, likes: 0, comments: 0 })
  })

  it.each(['pendingupload', 'queued', 'inprogress', 'error'] as const)(
    'leave out an episode whose video is %s',
    (state) => {
      const rows = [row('a', { views: 5 }), row('b', { views: 7, status: { state, percentComplete: 0 } })]
      expect(sumsOf(rows).views).toBe(5)
      expect(episodeCount(rows)).toBe(1)
    },
  )
})

describe('the averages of a creator', () => {
  it('are per episode and rounded', () => {
    const rows = [row('a', { views: 1, likes: 1 }), row('b', { views: 2, likes: 0 }), row('c', { views: 2 })]
    expect(averagesOf(rows)).toEqual({ views: 2, likes: 0, comments: 0 })
  })

  it('round a half up', () => {
    expect(averagesOf([row('a', { views: 2 }), row('b', { views: 3 })]).views).toBe(3)
  })

  it('are 0 without episodes', () => {
    expect(averagesOf([])).toEqual({ views: 0, likes: 0, comments: 0 })
  })
})

describe('the top episodes of a creator', () => {
  it('are the five most watched, most views first', () => {
    const rows = [3, 9, 1, 7, 5, 8].map((views, index) => row(`e${index}`, { views }))
    expect(topEpisodes(rows).map(({ views }) => views)).toEqual([9, 8, 7, 5, 3])
  })

  it('keep the order of the list when their views are equal', () => {
    const rows = [row('new', { views: 2 }), row('old', { views: 2 }), row('best', { views: 3 })]
    expect(topEpisodes(rows).map(({ id }) => id)).toEqual(['best', 'new', 'old'])
  })

  it('do not change the list they come from', () => {
    const rows = [row('a', { views: 1 }), row('b', { views: 2 })]
    topEpisodes(rows)
    expect(rows.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('the genres of a creator', () => {
  it('come with their episode counts, most first, ties by name', () => {
    const genres = ['Mecha', 'Fantasy', 'Romance', 'Fantasy', 'Action']
    expect(genreDistribution(genres.map((genre, index) => row(`e${index}`, { genre })))).toEqual([
      { genre: 'Fantasy', episodes: 2 },
      { genre: 'Action', episodes: 1 },
      { genre: 'Mecha', episodes: 1 },
      { genre: 'Romance', episodes: 1 },
    ])
  })

  it('include a missing one as ‘Not specified’', () => {
    expect(genreDistribution([row('a', { genre: ' ' })])).toEqual([{ genre: 'Not specified', episodes: 1 }])
  })
})

describe('the growth of a creator', () => {
  const growth = (recent: number, before: number) => ({ views: { recent, before }, likes: none, comments: none })

  it('adds up the growth of every playable episode', () => {
    const status = { state: 'error', percentComplete: 0 } as const
    const rows = [row('a', { growth: growth(10, 5) }), row('b', { growth: growth(3, 0) })]
    expect(growthOf([...rows, row('c', { growth: growth(100, 100), status })])).toEqual(growth(13, 5))
  })

  it('is without a removed episode what it was without it', () => {
    const rows = [row('a', { growth: growth(10, 5) }), row('b', { growth: growth(3, 4) })]
    const removed = { type: 'removed', id: 'b' } as const
    expect(growthOf(ownListReducer(createListState(rows), removed).rows)).toEqual(growth(10, 5))
  })

  it('is 0 without episodes', () => {
    expect(growthOf([])).toEqual(growth(0, 0))
  })
})
