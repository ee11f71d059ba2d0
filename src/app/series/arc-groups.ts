import type { Arc } from '#series/series.ts'

/** Consecutive parts: those of one arc, or those between two arcs, which have no title. */
export interface ArcGroup<Part> {
  title: string | null
  parts: Part[]
}

/** The parts in their order, grouped by the arcs. */
export function groupByArcs<Part extends { number: number }>(parts: Part[], arcs: Arc[]): ArcGroup<Part>[] {
  const groups: (ArcGroup<Part> & { arc: Arc | undefined })[] = []
  for (const part of parts) {
    const arc = arcs.find(({ from, to }) => from <= part.number && part.number <= to)
    const last = groups.at(-1)
    if (last && last.arc === arc) last.parts.push(part)
    else groups.push({ arc, title: arc?.title ?? null, parts: [part] })
  }
  return groups.map(({ title, parts }) => ({ title, parts }))
}
