import type { Hoshi } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import type { SeriesNeighbours } from '#series/series.ts'

/** An episode's place in its series, for the watch page. */
export type SeriesStripData = Awaited<ReturnType<typeof loadStrip>>

/** The series around an episode: its public parts, and those before and after with their facts; null without one. */
export async function loadStrip(
  { catalog, library }: Pick<Hoshi, 'catalog' | 'library'>,
  around: SeriesNeighbours | null,
  account: Account | null,
) {
  if (!around) return null
  const { previous, next } = around
  const [finished, neighbours] = await Promise.all([
    library.finishedAmong(
      account,
      around.parts.map(({ id }) => id),
    ),
    catalog.findMany(
      [previous, next].flatMap((part) => part?.id ?? []),
      account,
    ),
  ])
  const facts = new Map(neighbours.map((episode) => [episode.id, episode]))
  const describe = (part: typeof next) => {
    const episode = part && facts.get(part.id)
    if (!episode) return null
    const { title, poster, durationSeconds } = episode
    return { ...part, title, poster, durationSeconds }
  }
  return {
    series: around.series,
    number: around.number,
    parts: around.parts.map(({ id, number }) => ({ id, number, isFinished: finished.has(id) })),
    previous: describe(previous),
    next: describe(next),
  }
}
