import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { fetchSeriesOrder, orderSeries, placeEpisodes, type SeriesOrder } from './dashboard-api.ts'

type Placed = Pick<OwnRow, 'id' | 'seriesId'>

/** Several episodes put into a series or taken out of theirs. */
export interface Placing {
  /** How many moved or stood there already. */
  changedCount: number
  refusedCount: number
  /** Takes it back, or null where nothing moved. @returns how many episodes could not be moved back */
  undo: (() => Promise<{ restored: number; failed: number }>) | null
}

/**
 * Puts the episodes at the end of a series, or with null takes them out of theirs.
 * @throws ApiProblem
 */
export async function placeInSeries(rows: Placed[], seriesId: string | null): Promise<Placing> {
  const left = seriesId === null ? [...new Set(rows.flatMap((row) => row.seriesId ?? []))] : []
  const orders = new Map(await Promise.all(left.map(async (id) => [id, await fetchSeriesOrder(id)] as const)))
  const refused = await placeEpisodes(
    rows.map(({ id }) => id),
    seriesId,
  )
  const moved = rows.filter((row) => !refused.has(row.id) && row.seriesId !== seriesId)
  return {
    changedCount: rows.length - refused.size,
    refusedCount: refused.size,
    undo: moved.length === 0 ? null : () => (seriesId === null ? putBack(moved, orders) : takeOut(moved)),
  }
}

async function takeOut(moved: Placed[]) {
  const refused = await placeEpisodes(
    moved.map(({ id }) => id),
    null,
  )
  return { restored: moved.length - refused.size, failed: refused.size }
}

/** Restores the order and the arcs of each series, or puts the episodes at its end if it has changed since. */
async function putBack(moved: Placed[], orders: Map<string, SeriesOrder>) {
  let failed = 0
  for (const [id, before] of orders) {
    const ids = moved.filter((row) => row.seriesId === id).map((row) => row.id)
    if (ids.length > 0) failed += await restore(id, before, ids).catch(() => ids.length)
  }
  return { restored: moved.length - failed, failed }
}

/** @returns how many could not be put back */
async function restore(seriesId: string, before: SeriesOrder, ids: string[]): Promise<number> {
  const remaining = before.episodeIds.filter((id) => !ids.includes(id))
  const { episodeIds } = await fetchSeriesOrder(seriesId)
  if (episodeIds.join() !== remaining.join()) return (await placeEpisodes(ids, seriesId)).size
  await orderSeries(seriesId, before)
  return 0
}
