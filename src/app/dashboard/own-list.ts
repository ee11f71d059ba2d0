import type { LiveRowEvent } from '#app/own-episodes/live-episodes.ts'
import type { EditedEpisode, OwnRow, RowMetadata } from '#app/own-episodes/own-row.ts'

/** The dashboard's list as the loader returns it. */
export interface OwnList {
  /** All own episodes, newest first. */
  rows: OwnRow[]
  /** Live events after this cursor complete the list; null if it has not been loaded. */
  cursor: string | null
}

export const unloadedList: OwnList = { rows: [], cursor: null }

export interface OwnListState {
  rows: OwnRow[]
  /** Events received since a complete list was requested; null while no request is pending. */
  pendingEvents: RowEvent[] | null
}

/** Changes to episodes of the list. */
export type RowEvent =
  | LiveRowEvent
  | { type: 'edited'; id: string; metadata: RowMetadata | EditedEpisode }
  | ({ type: 'poster changed'; id: string } & Pick<OwnRow, 'poster' | 'hasChosenPoster'>)

export type OwnListEvent =
  | RowEvent
  | { type: 'requested' }
  | { type: 'loaded'; rows: OwnRow[] }
  /** The requested list could not be fetched. */
  | { type: 'load failed' }

export function createListState(rows: OwnRow[]): OwnListState {
  return { rows: newestFirst(rows), pendingEvents: null }
}

/**
 * The list after an event. Events received while a complete list is being fetched may be newer than that list, and are
 * applied to it again.
 */
export function ownListReducer(state: OwnListState, event: OwnListEvent): OwnListState {
  switch (event.type) {
    case 'requested':
      return { ...state, pendingEvents: [] }
    case 'load failed':
      return { ...state, pendingEvents: null }
    case 'loaded': {
      const loaded = createListState(event.rows)
      return { ...loaded, rows: (state.pendingEvents ?? []).reduce(rowsAfter, loaded.rows) }
    }
    default:
      return {
        ...state,
        rows: rowsAfter(state.rows, event),
        pendingEvents: state.pendingEvents && [...state.pendingEvents, event],
      }
  }
}

function rowsAfter(rows: OwnRow[], event: RowEvent): OwnRow[] {
  switch (event.type) {
    case 'episode': {
      const isKnown = rows.some(({ id }) => id === event.row.id)
      const merged = isKnown ? rows.map((row) => (row.id === event.row.id ? event.row : row)) : [event.row, ...rows]
      return newestFirst(merged)
    }
    case 'removed':
      return rows.filter(({ id }) => id !== event.id)
    case 'edited':
      return rows.map((row) => (row.id === event.id ? { ...row, ...event.metadata } : row))
    case 'poster changed': {
      const { poster, hasChosenPoster } = event
      return rows.map((row) => (row.id === event.id ? { ...row, poster, hasChosenPoster } : row))
    }
    case 'remaining': {
      const ids = new Set(event.ids)
      return rows.filter(({ id }) => ids.has(id))
    }
  }
}

/** Sorts in Explore's order; episodes without a date come last. */
function newestFirst(rows: readonly OwnRow[]): OwnRow[] {
  const timestamp = ({ date }: OwnRow) => (date === null ? Number.NEGATIVE_INFINITY : Date.parse(date))
  return [...rows].sort((one, other) => {
    const [at, otherAt] = [timestamp(one), timestamp(other)]
    if (at !== otherAt) return otherAt > at ? 1 : -1
    return other.id > one.id ? 1 : -1
  })
}
