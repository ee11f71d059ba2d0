import { describe, expect, it } from 'vitest'
import { parseEvent } from './live-episodes.ts'

describe('an event of the live list', () => {
  it('contains a complete row', () => {
    expect(parseEvent('episode', '{"id":"e1","title":"Vega","views":4}')).toMatchObject({
      type: 'episode',
      row: { id: 'e1', title: 'Vega', views: 4, likes: 0 },
    })
  })

  it('contains the id of a removed episode, or all ids that remain', () => {
    expect(parseEvent('removed', '{"id":"e1"}')).toEqual({ type: 'removed', id: 'e1' })
    expect(parseEvent('refresh', '{"ids":["e1","e2",3]}')).toEqual({ type: 'remaining', ids: ['e1', 'e2'] })
  })

  it.each([
    ['episode', 'not json'],
    ['episode', '{}'],
    ['removed', '{}'],
    ['refresh', 'null'],
  ] as const)('is null when the data of ‘%s’ is %s', (type, data) => {
    expect(parseEvent(type, data)).toBeNull()
  })
})
