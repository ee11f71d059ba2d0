import { describe, expect, it } from 'vitest'
import { readNews } from './live-episodes.ts'

describe('an event of the live list', () => {
  it('is a whole row', () => {
    expect(readNews('episode', '{"id":"e1","title":"Vega","views":4}')).toMatchObject({
      type: 'episode',
      row: { id: 'e1', title: 'Vega', views: 4, likes: 0 },
    })
  })

  it('is the id of what is gone, or all ids that remain', () => {
    expect(readNews('removed', '{"id":"e1"}')).toEqual({ type: 'removed', id: 'e1' })
    expect(readNews('refresh', '{"ids":["e1","e2",3]}')).toEqual({ type: 'remaining', ids: ['e1', 'e2'] })
  })

  it.each([
    ['episode', 'not json'],
    ['episode', '{}'],
    ['removed', '{}'],
    ['refresh', 'null'],
  ] as const)('is nothing when ‘%s’ says %s', (type, data) => {
    expect(readNews(type, data)).toBeNull()
  })
})
