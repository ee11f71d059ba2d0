import type { Arc, SeriesList } from '#series/series.ts'
import { groupByArcs } from './arc-groups.ts'

/** A line of the editor: an episode, or the heading of an arc, which reaches to the next heading. */
export type EditRow = { kind: 'episode'; key: string } | { kind: 'arc'; key: string; title: string }

/** The lines of a stored series. A heading without a title ends an arc. */
export function editRowsOf(parts: { id: string; number: number }[], arcs: Arc[]): EditRow[] {
  return groupByArcs(parts, arcs).flatMap(({ title, parts: members }, at) => {
    const episodes = members.map(({ id }): EditRow => ({ kind: 'episode', key: id }))
    const isHeaded = title !== null || at > 0
    return isHeaded ? [{ kind: 'arc' as const, key: `arc${at}`, title: title ?? '' }, ...episodes] : episodes
  })
}

/** The list that these lines describe. Arcs without a title or without episodes are left out. */
export function seriesListOf(rows: EditRow[]): Required<SeriesList> {
  const episodeIds: string[] = []
  const arcs: Arc[] = []
  let open: Arc | null = null
  for (const row of rows) {
    if (row.kind === 'arc') {
      open = row.title.trim() === '' ? null : { title: row.title, from: episodeIds.length + 1, to: episodeIds.length }
      if (open) arcs.push(open)
    } else {
      episodeIds.push(row.key)
      if (open) open.to = episodeIds.length
    }
  }
  return { episodeIds, arcs: arcs.filter(({ from, to }) => from <= to) }
}

/** Number of the episode on this line, or of the one before it. */
export function numberAt(rows: EditRow[], at: number): number {
  return rows.slice(0, at + 1).filter((row) => row.kind === 'episode').length
}

/** A new arc at the end of the lines. */
export function withArc(rows: EditRow[]): EditRow[] {
  let count = rows.length
  while (rows.some(({ key }) => key === `arc${count}`)) count += 1
  return [...rows, { kind: 'arc', key: `arc${count}`, title: 'New arc' }]
}

/** The order of the lines, as a field of the form. */
export function writeOrder(rows: EditRow[]): string {
  return rows.map(({ kind, key }) => `${kind} ${key}`).join('\n')
}

/**
 * Reads the lines back; null if one of them is no line of the editor.
 * @param titleOf the title typed for an arc; null if the form has none
 */
export function readOrder(order: string, titleOf: (key: string) => string | null): EditRow[] | null {
  const lines = order.split('\n').map((line) => line.trim())
  const rows = lines.filter((line) => line !== '').map((line) => readLine(line, titleOf))
  return rows.includes(null) ? null : rows.filter((row) => row !== null)
}

function readLine(line: string, titleOf: (key: string) => string | null): EditRow | null {
  const [kind, key] = line.split(' ')
  if (!key) return null
  if (kind === 'episode') return { kind, key }
  const title = kind === 'arc' ? titleOf(key) : null
  return title === null ? null : { kind: 'arc', key, title }
}
