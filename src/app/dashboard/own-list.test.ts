import { describe, expect, it } from 'vitest'
import { blankRow, type OwnRow } from '#app/own-episodes/own-row.ts'
import { defaultOpenness } from '#catalog/episode-metadata.ts'
import { createListState, type OwnListEvent, type OwnListState, ownListReducer } from './own-list.ts'

const status = { state: 'ready', percentComplete: 100 } as const

function row(id: string, day: number, fields: Partial<OwnRow> = {}): OwnRow {
  const date = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
  return { ...blankRow(id), title: id, date, status, ...fields }
}

const opened = createListState([row('new', 3), row('old', 1)])

function listAfter(...events: OwnListEvent[]): OwnListState {
  return events.reduce(ownListReducer, opened)
}

const ids = (state: OwnListState) => state.rows.map(({ id }) => id)

describe('the live list', () => {
  it('replaces a row with the row of an event', () => {
    const state = listAfter({ type: 'episode', row: row('old', 1, { views: 7, title: 'Renamed' }) })
    expect(ids(state)).toEqual(['new', 'old'])
    expect(state.rows[1]).toMatchObject({ views: 7, title: 'Renamed' })
  })

  it('inserts a new episode by its date', () => {
    expect(ids(listAfter({ type: 'episode', row: row('newest', 9) }))).toEqual(['newest', 'new', 'old'])
    expect(ids(listAfter({ type: 'episode', row: row('between', 2) }))).toEqual(['new', 'between', 'old'])
  })

  it('puts undated episodes last, and sorts equal dates by id, descending', () => {
    const undated = row('undated', 1, { date: null })
    const state = listAfter({ type: 'episode', row: undated }, { type: 'episode', row: row('z', 1) })
    expect(ids(state)).toEqual(['new', 'z', 'old', 'undated'])
  })

  it('drops a removed episode, and ignores a second removal', () => {
    const removed: OwnListEvent = { type: 'removed', id: 'new' }
    expect(ids(listAfter(removed, removed))).toEqual(['old'])
  })

  it('shows an edit before the server reports it, with unchanged counts', () => {
    const texts = { title: 'Vega', description: 'One cut.', genre: 'Mecha', tags: ['night'] }
    const metadata = {
      ...texts,
      nsfw: true,
      visibility: 'private' as const,
      publishAt: null,
      contentNotes: ['loud' as const],
      ...defaultOpenness,
      commentsOpen: false,
    }
    const state = listAfter(
      { type: 'episode', row: row('new', 3, { views: 5 }) },
      { type: 'edited', id: 'new', metadata },
    )
    expect(state.rows[0]).toMatchObject({ ...metadata, views: 5 })
  })

  it('drops all episodes that are not reported to remain', () => {
    expect(ids(listAfter({ type: 'remaining', ids: ['old', 'unknown'] }))).toEqual(['old'])
  })
})

describe('a requested list', () => {
  const rows = [row('new', 3, { views: 1 }), row('old', 1)]

  it('replaces the previous one', () => {
    const state = listAfter({ type: 'requested' }, { type: 'loaded', rows: [row('other', 5)] })
    expect(ids(state)).toEqual(['other'])
    expect(state.pendingEvents).toBeNull()
  })

  it('does not undo events received while it was being fetched', () => {
    const state = listAfter(
      { type: 'requested' },
      { type: 'episode', row: row('new', 3, { views: 2 }) },
      { type: 'removed', id: 'old' },
      { type: 'episode', row: row('newest', 9) },
      { type: 'loaded', rows },
    )
    expect(ids(state)).toEqual(['newest', 'new'])
    expect(state.rows[1]?.views).toBe(2)
  })

  it('does not reapply events received before the request', () => {
    const state = listAfter(
      { type: 'episode', row: row('new', 3, { views: 9 }) },
      { type: 'requested' },
      { type: 'loaded', rows },
    )
    expect(state.rows[0]?.views).toBe(1)
  })

  it('leaves the current list unchanged when it fails', () => {
    const state = listAfter({ type: 'requested' }, { type: 'removed', id: 'old' }, { type: 'load failed' })
    expect(ids(state)).toEqual(['new'])
    expect(state.pendingEvents).toBeNull()
  })
})
