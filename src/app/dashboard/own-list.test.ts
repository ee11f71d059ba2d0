import { describe, expect, it } from 'vitest'
import { type ListEvent, type OwnListState, openList, ownListReducer } from './own-list.ts'
import { type OwnRow, readOwnRow } from './own-row.ts'

const none = { recent: 0, before: 0 }
const growth = { views: none, likes: none, comments: none }
const status = { state: 'ready', percentComplete: 100 }

function row(id: string, day: number, fields: object = {}): OwnRow {
  return readOwnRow({
    id,
    title: id,
    date: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    status,
    ...fields,
  })!
}

const opened = openList({ rows: [row('new', 3), row('old', 1)], growth })

function listAfter(...events: ListEvent[]): OwnListState {
  return events.reduce(ownListReducer, opened)
}

const ids = (state: OwnListState) => state.rows.map(({ id }) => id)

describe('the live list', () => {
  it('takes the whole row of an event in its place', () => {
    const state = listAfter({ type: 'episode', row: row('old', 1, { views: 7, title: 'Renamed' }) })
    expect(ids(state)).toEqual(['new', 'old'])
    expect(state.rows[1]).toMatchObject({ views: 7, title: 'Renamed' })
  })

  it('puts a new episode where its date belongs', () => {
    expect(ids(listAfter({ type: 'episode', row: row('newest', 9) }))).toEqual(['newest', 'new', 'old'])
    expect(ids(listAfter({ type: 'episode', row: row('between', 2) }))).toEqual(['new', 'between', 'old'])
  })

  it('puts what has no date last, and equals in the order of their ids', () => {
    const undated = row('undated', 1, { date: null })
    const state = listAfter({ type: 'episode', row: undated }, { type: 'episode', row: row('z', 1) })
    expect(ids(state)).toEqual(['new', 'z', 'old', 'undated'])
  })

  it('drops what was removed, and knows nothing to drop twice', () => {
    const removed: ListEvent = { type: 'removed', id: 'new' }
    expect(ids(listAfter(removed, removed))).toEqual(['old'])
  })

  it('shows an edit before the server tells of it, the numbers kept', () => {
    const words = { title: 'Vega', description: 'One cut.', genre: 'Mecha', tags: ['night'] }
    const state = listAfter({ type: 'episode', row: row('new', 3, { views: 5 }) }, { type: 'edited', id: 'new', words })
    expect(state.rows[0]).toMatchObject({ ...words, views: 5 })
  })

  it('keeps what remains when it is told what remains', () => {
    expect(ids(listAfter({ type: 'remaining', ids: ['old', 'unknown'] }))).toEqual(['old'])
  })
})

describe('a whole list that was asked for', () => {
  const list = { rows: [row('new', 3, { views: 1 }), row('old', 1)], growth }

  it('takes the place of the one before', () => {
    const state = listAfter({ type: 'asked' }, { type: 'answered', list: { rows: [row('other', 5)], growth } })
    expect(ids(state)).toEqual(['other'])
    expect(state.since).toBeNull()
  })

  it('does not undo what was heard while it was on its way', () => {
    const state = listAfter(
      { type: 'asked' },
      { type: 'episode', row: row('new', 3, { views: 2 }) },
      { type: 'removed', id: 'old' },
      { type: 'episode', row: row('newest', 9) },
      { type: 'answered', list },
    )
    expect(ids(state)).toEqual(['newest', 'new'])
    expect(state.rows[1]?.views).toBe(2)
  })

  it('counts nothing again that was heard before it was asked for', () => {
    const state = listAfter(
      { type: 'episode', row: row('new', 3, { views: 9 }) },
      { type: 'asked' },
      { type: 'answered', list },
    )
    expect(state.rows[0]?.views).toBe(1)
  })

  it('leaves the list as it is when it does not come', () => {
    const state = listAfter({ type: 'asked' }, { type: 'removed', id: 'old' }, { type: 'unanswered' })
    expect(ids(state)).toEqual(['new'])
    expect(state.since).toBeNull()
  })

  it('is what growth counts from', () => {
    const state = listAfter(
      { type: 'asked' },
      { type: 'episode', row: row('new', 3, { views: 2 }) },
      { type: 'answered', list },
    )
    expect(state.countsThen.get('new')).toEqual({ views: 1, likes: 0, comments: 0 })
  })
})
