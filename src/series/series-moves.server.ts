import { type BulkResult, changeEach } from '#catalog/bulk-changes.server.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode, EpisodeChanges } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
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

/** Episodes that are edited together with their place in a series. */
export interface SeriesMoves {
  /**
   * Edits an episode as `catalog.edit` does, and puts it into this series at this number, out of the one where it is.
   * @throws Refusal as `catalog.edit`; series.not_found, series.owner_only, series.episodes_too_many, series.number_invalid,
   *   series.number_without_series
   */
  editEpisode(account: Account, id: string, changes: EpisodeChanges, place: EpisodePlace): Promise<Episode>
  /**
   * Edits each of these episodes as `catalog.changeMany` does, and puts it behind the last part of this series, or with
   * null takes it out of its series. An episode that is there already keeps its number.
   * @throws Refusal catalog.bulk_too_many, series.not_found, series.owner_only
   */
  editEpisodes(account: Account, ids: string[], changes: EpisodeChanges, seriesId: string | null): Promise<BulkResult>
}

export interface SeriesMovesParts {
  db: Db
  clock: Clock
  events: Events
  catalog: Pick<Catalog, 'edit' | 'prepareEdit' | 'find'>
  queries: Pick<SeriesQueries, 'ensureOwn'>
}

export function createSeriesMoves(parts: SeriesMovesParts): SeriesMoves {
  const { db, catalog, queries } = parts
  return {
    async editEpisode(account, id, changes, place) {
      const isPlaced = place.seriesId !== undefined || place.seriesNumber !== undefined
      if (!isPlaced) return await catalog.edit(account, id, changes)
      if (place.seriesId) await queries.ensureOwn(account, place.seriesId)
      const edit = await catalog.prepareEdit(account, id, changes)
      await transact(db, async (trx) => {
        const locked = await edit.lock(trx)
        await moveTo(parts, trx, account.uid, id, place)
        await edit.apply(trx, locked)
      })
      return await catalog.find(id, account)
    },

    async editEpisodes(account, ids, changes, seriesId) {
      if (seriesId !== null) await queries.ensureOwn(account, seriesId)
      return await changeEach(ids, async (id) => {
        const edit = await catalog.prepareEdit(account, id, changes)
        await transact(db, async (trx) => {
          const locked = await edit.lock(trx)
          await moveToEnd(parts, trx, account.uid, id, seriesId)
          await edit.apply(trx, locked)
        })
      })
    },
  }
}

/** Puts a locked episode behind the last part of a series, or with null takes it out of its own. */
async function moveToEnd(
  parts: SeriesMovesParts,
  trx: Trx,
  creatorId: string,
  id: string,
  seriesId: string | null,
): Promise<void> {
  const own = await lockSeriesOf(trx, creatorId)
  if (seriesId !== null && !own.includes(seriesId)) throw new Refusal('series.not_found', { field: 'seriesId' })
  const position = (await seriesPositionsOf(trx, [id])).get(id)
  if (seriesId === (position?.seriesId ?? null)) return
  if (seriesId !== null) await append(trx, seriesId, id)
  else if (position) await takeOut(parts, trx, creatorId, { id, ...position })
}

/** Puts a locked episode into a series at a number; absent fields leave them as they are. */
async function moveTo(
  parts: SeriesMovesParts,
  trx: Trx,
  creatorId: string,
  id: string,
  { seriesId, seriesNumber }: EpisodePlace,
): Promise<void> {
  const own = await lockSeriesOf(trx, creatorId)
  const position = (await seriesPositionsOf(trx, [id])).get(id)
  const present = position?.seriesId ?? null
  const target = seriesId === undefined ? present : seriesId
  if (target !== null && !own.includes(target)) throw new Refusal('series.not_found', { field: 'seriesId' })
  if (target === null && seriesNumber !== undefined)
    throw new Refusal('series.number_without_series', { field: 'seriesNumber' })
  if (position && target !== present) await takeOut(parts, trx, creatorId, { id, ...position })
  if (target === null) return
  if (seriesNumber !== undefined) await putAt(parts, trx, creatorId, target, { id, number: seriesNumber })
  else if (target !== present) await append(trx, target, id)
}

/** Takes a part out of its locked series. */
async function takeOut(
  parts: SeriesMovesParts,
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
  parts: SeriesMovesParts,
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
