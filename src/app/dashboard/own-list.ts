import type { CountGrowth, Counts } from './numbers.ts'
import type { EpisodeWords, OwnRow } from './own-row.ts'

/** The dashboard's list as it is asked for: own episodes newest first, and how their numbers grew. */
export interface OwnList {
  rows: OwnRow[]
  growth: CountGrowth
}

const nothing = { recent: 0, before: 0 }
export const emptyList: OwnList = { rows: [], growth: { views: nothing, likes: nothing, comments: nothing } }

export interface OwnListState {
  rows: OwnRow[]
  /** What growth was counted from, as of the last whole list. */
  growth: CountGrowth
  countsThen: ReadonlyMap<string, Counts>
  /** News heard since a whole list was asked for; null while none is awaited. */
  since: ListNews[] | null
}

/** What is heard of single episodes. */
export type ListNews =
  | { type: 'episode'; row: OwnRow }
  | { type: 'removed'; id: string }
  | { type: 'edited'; id: string; words: EpisodeWords }
  /** Its picture was changed. */
  | ({ type: 'pictured'; id: string } & Pick<OwnRow, 'poster' | 'hasChosenPoster'>)
  /** There are no others any more. */
  | { type: 'remaining'; ids: string[] }

export type ListEvent =
  | ListNews
  | { type: 'asked' }
  | { type: 'answered'; list: OwnList }
  /** The list that was asked for does not come. */
  | { type: 'unanswered' }

export function openList({ rows, growth }: OwnList): OwnListState {
  const countsThen = new Map(rows.map(({ id, views, likes, comments }) => [id, { views, likes, comments }]))
  return { rows: newestFirst(rows), growth, countsThen, since: null }
}

/**
 * The list after an event. A whole list may have been read before news that arrived ahead of it: what was heard while it
 * was on its way counts again.
 */
export function ownListReducer(state: OwnListState, event: ListEvent): OwnListState {
  switch (event.type) {
    case 'asked':
      return { ...state, since: [] }
    case 'unanswered':
      return { ...state, since: null }
    case 'answered': {
      const opened = openList(event.list)
      return { ...opened, rows: (state.since ?? []).reduce(rowsAfter, opened.rows) }
    }
    default:
      return { ...state, rows: rowsAfter(state.rows, event), since: state.since && [...state.since, event] }
  }
}

function rowsAfter(rows: OwnRow[], news: ListNews): OwnRow[] {
  switch (news.type) {
    case 'episode': {
      const isKnown = rows.some(({ id }) => id === news.row.id)
      const merged = isKnown ? rows.map((row) => (row.id === news.row.id ? news.row : row)) : [news.row, ...rows]
      return newestFirst(merged)
    }
    case 'removed':
      return rows.filter(({ id }) => id !== news.id)
    case 'edited':
      return rows.map((row) => (row.id === news.id ? { ...row, ...news.words } : row))
    case 'pictured': {
      const { poster, hasChosenPoster } = news
      return rows.map((row) => (row.id === news.id ? { ...row, poster, hasChosenPoster } : row))
    }
    case 'remaining': {
      const ids = new Set(news.ids)
      return rows.filter(({ id }) => ids.has(id))
    }
  }
}

/** Explore's order; what has no date comes last. */
function newestFirst(rows: readonly OwnRow[]): OwnRow[] {
  const instant = ({ date }: OwnRow) => (date === null ? Number.NEGATIVE_INFINITY : Date.parse(date))
  return [...rows].sort((one, other) => {
    const [at, otherAt] = [instant(one), instant(other)]
    if (at !== otherAt) return otherAt > at ? 1 : -1
    return other.id > one.id ? 1 : -1
  })
}
