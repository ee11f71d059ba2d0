import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { type Visibility, visibilities } from '#catalog/audience.ts'

/** The choice of My Content, held in the URL, so that it also works without scripts. */
export interface ContentFilter {
  /** Part of a title, in any case; empty for all. */
  title: string
  /** Null for all. */
  visibility: Visibility | null
}

export function contentFilterOf(search: URLSearchParams): ContentFilter {
  const visibility = visibilities.find((known) => known === search.get('visibility')) ?? null
  return { title: search.get('title') ?? '', visibility }
}

/** The rows that pass the filter, in the same order. */
export function filterRows(rows: OwnRow[], { title, visibility }: ContentFilter): OwnRow[] {
  const wanted = fold(title.trim())
  return rows.filter(
    (row) => (visibility === null || row.visibility === visibility) && fold(titleOf(row)).includes(wanted),
  )
}

/** The filter as parameters of a URL; those that filter nothing are left out. */
export function filterParams({ title, visibility }: ContentFilter): [string, string][] {
  const params: [string, string][] = []
  if (title.trim() !== '') params.push(['title', title])
  if (visibility !== null) params.push(['visibility', visibility])
  return params
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
