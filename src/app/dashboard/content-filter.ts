import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { type Visibility, visibilities } from '#catalog/audience.ts'
import { TITLE_MAX_CHARACTERS } from '#catalog/episode.ts'
import { foldText } from '#platform/folded-text.ts'

/** The choice of My Content, held in the URL, so that it also works without scripts. */
export interface ContentFilter {
  /** Part of a title, in any case; empty for all. */
  title: string
  /** Null for all. */
  visibility: Visibility | null
  /** Id of a series, or `NO_SERIES`; null for all. */
  series: string | null
}

/** Stands for the episodes of no series. */
export const NO_SERIES = 'none'

export function contentFilterOf(search: URLSearchParams): ContentFilter {
  const visibility = visibilities.find((known) => known === search.get('visibility')) ?? null
  return { title: search.get('title') ?? '', visibility, series: search.get('series') || null }
}

/** The rows that pass the filter, in the same order. */
export function filterRows(rows: OwnRow[], { title, visibility, series }: ContentFilter): OwnRow[] {
  const wanted = foldText(title.slice(0, TITLE_MAX_CHARACTERS).trim())
  return rows.filter(
    (row) =>
      (visibility === null || row.visibility === visibility) &&
      (series === null || (row.seriesId ?? NO_SERIES) === series) &&
      foldText(titleOf(row)).includes(wanted),
  )
}

/** The filter as parameters of a URL; those that filter nothing are left out. */
export function filterParams({ title, visibility, series }: ContentFilter): [string, string][] {
  const params: [string, string][] = []
  if (title.trim() !== '') params.push(['title', title])
  if (visibility !== null) params.push(['visibility', visibility])
  if (series !== null) params.push(['series', series])
  return params
}
