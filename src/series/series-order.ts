import type { Arc } from './series.ts'

/** The parts of a series in their order, and all its arcs. */
export interface CompleteList {
  episodeIds: string[]
  arcs: Arc[]
}

/**
 * The list with an episode at this number, whether it was a part before or not. Arcs keep their parts; the episode joins
 * the arc that has the number so far.
 * @returns null if such a list has no such number
 */
export function placeAt({ episodeIds, arcs }: CompleteList, id: string, number: number): CompleteList | null {
  const others = episodeIds.filter((each) => each !== id)
  if (!Number.isInteger(number) || number < 1 || number > others.length + 1) return null
  const arcAt = (at: number) => arcs.find(({ from, to }) => from <= at && at <= to)
  const arcOf = new Map(episodeIds.map((each, at) => [each, arcAt(at + 1)]))
  arcOf.set(id, arcAt(number))
  const placed = [...others.slice(0, number - 1), id, ...others.slice(number - 1)]
  return {
    episodeIds: placed,
    arcs: arcs.flatMap((arc) => {
      const numbers = placed.flatMap((each, at) => (arcOf.get(each) === arc ? [at + 1] : []))
      return numbers.length === 0 ? [] : [{ title: arc.title, from: Math.min(...numbers), to: Math.max(...numbers) }]
    }),
  }
}
