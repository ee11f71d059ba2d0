import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { titleOf } from '#app/own-episodes/own-row.ts'

const tickingFigures = ['views', 'likes', 'comments'] as const
type TickingFigure = (typeof tickingFigures)[number]

/** An increase of a figure that was just counted, shown beside the figure for a moment. */
export interface Tick {
  added: number
  /** 'Paper Boats, just now', '3 episodes, just now'. */
  title: string
}

export type Ticks = Partial<Record<TickingFigure, Tick>>

const words = {
  views: ['view', 'views'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
} as const satisfies Record<TickingFigure, readonly [string, string]>

/** The counts of the list that went up since it was like `before`; a new episode adds nothing. */
export function ticksBetween(before: ReadonlyMap<string, OwnRow>, rows: readonly OwnRow[]): Ticks {
  const ticks: Ticks = {}
  for (const figure of tickingFigures) {
    const grown = rows.filter((row) => row[figure] > (before.get(row.id)?.[figure] ?? row[figure]))
    const [first] = grown
    if (!first) continue
    const added = grown.reduce((sum, row) => sum + row[figure] - (before.get(row.id)?.[figure] ?? 0), 0)
    const title = grown.length === 1 ? titleOf(first) : `${grown.length} episodes`
    ticks[figure] = { added, title: `${title}, just now` }
  }
  return ticks
}

/** '1 more view: Paper Boats, just now; 2 more likes: 2 episodes, just now'. */
export function ticksInWords(ticks: Ticks): string {
  return tickingFigures
    .flatMap((figure) => {
      const tick = ticks[figure]
      return tick ? [`${tick.added} more ${words[figure][tick.added === 1 ? 0 : 1]}: ${tick.title}`] : []
    })
    .join('; ')
}

/** Whether any count is another one than before, or an episode is new. */
export function hasMoved(before: ReadonlyMap<string, OwnRow>, rows: readonly OwnRow[]): boolean {
  return rows.some((row) => {
    const known = before.get(row.id)
    return known === undefined || tickingFigures.some((figure) => known[figure] !== row[figure])
  })
}
