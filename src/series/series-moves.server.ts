import type { Alongside } from '#catalog/episode-commands.server.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type EpisodePlace, type PartNumber, SERIES_EPISODES_MAX } from './series.ts'
import { emitChanges } from './series-events.server.ts'
import { placeAt } from './series-order.ts'
import type { SeriesQueries } from './series-queries.server.ts'
import {
  appendPart,
  contentsOf,
  deletePart,
  lockSeriesOf,
  partIds,
  seriesPositionsOf,
  storeArcs,
  storeParts,
  updateSeries,
} from './series-rows.server.ts'

interface MoveParts {
  clock: Clock
  events: Events
  queries: Pick<SeriesQueries, 'ensureOwn'>
}

/** @see SeriesCommands.placing */
export async function placing(parts: MoveParts, account: Account, seriesId: string | null): Promise<Alongside> {
  if (seriesId !== null) await parts.queries.ensureOwn(account, seriesId)
  return async (trx, episodeId) => {
    const own = await lockSeriesOf(trx, account.uid)
    if (seriesId !== null && !own.includes(seriesId)) throw new Refusal('series.not_found', { field: 'seriesId' })
    const position = (await seriesPositionsOf(trx, [episodeId])).get(episodeId)
    if (seriesId === (position?.seriesId ?? null)) return
    if (seriesId !== null) await append(trx, seriesId, episodeId)
    else if (position) await takeOut(parts, trx, account.uid, { id: episodeId, ...position })
  }
}

/** @see SeriesCommands.moving */
export async function moving(
  parts: MoveParts,
  account: Account,
  { seriesId, seriesNumber }: EpisodePlace,
): Promise<Alongside> {
  if (seriesId) await parts.queries.ensureOwn(account, seriesId)
  return async (trx, episodeId) => {
    const own = await lockSeriesOf(trx, account.uid)
    const position = (await seriesPositionsOf(trx, [episodeId])).get(episodeId)
    const present = position?.seriesId ?? null
    const target = seriesId === undefined ? present : seriesId
    if (target !== null && !own.includes(target)) throw new Refusal('series.not_found', { field: 'seriesId' })
    if (target === null && seriesNumber !== undefined)
      throw new Refusal('series.number_without_series', { field: 'seriesNumber' })
    if (position && target !== present) await takeOut(parts, trx, account.uid, { id: episodeId, ...position })
    if (target === null) return
    if (seriesNumber !== undefined)
      await putAt(parts, trx, account.uid, target, { id: episodeId, number: seriesNumber })
    else if (target !== present) await append(trx, target, episodeId)
  }
}

/** Takes a part out of its locked series. */
async function takeOut(
  parts: MoveParts,
  trx: Trx,
  creatorId: string,
  { id, seriesId, number }: PartNumber & { seriesId: string },
): Promise<void> {
  const following = (await partIds(trx, seriesId)).slice(number)
  await deletePart(trx, id)
  await emitChanges(parts, trx, creatorId, following)
}

/** Puts an episode of no other series at a number of a locked series. */
async function putAt(
  parts: MoveParts,
  trx: Trx,
  creatorId: string,
  seriesId: string,
  { id, number }: PartNumber,
): Promise<void> {
  const before = (await contentsOf(trx, [seriesId])).get(seriesId) ?? { parts: [], arcs: [] }
  const former = before.parts.map((part) => part.id)
  if (!former.includes(id) && former.length >= SERIES_EPISODES_MAX)
    throw new Refusal('series.episodes_too_many', { field: 'seriesId' })
  const list = placeAt({ episodeIds: former, arcs: before.arcs }, id, number)
  if (!list) throw new Refusal('series.number_invalid', { field: 'seriesNumber' })
  await storeParts(trx, seriesId, list.episodeIds)
  await storeArcs(trx, seriesId, list.arcs)
  await updateSeries(trx, seriesId, { updated_at: parts.clock.now() })
  const shifted = list.episodeIds.filter((each, at) => each !== id && former[at] !== each)
  await emitChanges(parts, trx, creatorId, shifted)
}

async function append(trx: Trx, seriesId: string, episodeId: string): Promise<void> {
  const isFull = (await partIds(trx, seriesId)).length >= SERIES_EPISODES_MAX
  if (isFull) throw new Refusal('series.episodes_too_many', { field: 'seriesId' })
  if (!(await appendPart(trx, seriesId, episodeId))) throw new Refusal('series.episode_taken', { field: 'seriesId' })
}
