import { isOpen } from '#catalog/audience.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import { mayPublish } from '#catalog/episode-permissions.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { SERIES_PER_CREATOR_MAX, type Series, type SeriesFields, type SeriesList } from './series.ts'
import { emitChanges } from './series-events.server.ts'
import {
  fitArcs,
  readArcs,
  readEpisodeIds,
  readSeriesDescription,
  readSeriesFields,
  readSeriesTitle,
} from './series-fields.ts'
import type { SeriesQueries } from './series-queries.server.ts'
import {
  contentsOf,
  deleteSeries,
  insertSeries,
  lockSeriesOf,
  partIds,
  seriesRowsOf,
  storeArcs,
  storeParts,
  updateSeries,
} from './series-rows.server.ts'

/** Changes series; each change emits an event for every episode that it concerns. */
export interface SeriesCommands {
  /**
   * Makes an empty series.
   * @throws Refusal series.creators_only, series.title_required, series.title_invalid, series.description_invalid,
   *   series.too_many
   */
  create(account: Account, fields: Pick<SeriesFields, 'title'> & Partial<SeriesFields>): Promise<Series>
  /**
   * Changes the given fields.
   * @throws Refusal series.not_found, series.owner_only, and as `create`
   */
  edit(account: Account, id: string, changes: Partial<SeriesFields>): Promise<Series>
  /**
   * Replaces the parts, their order and, if given, the arcs. Of several at once, the last complete list wins.
   * @throws Refusal series.not_found, series.owner_only, series.episodes_too_many, series.episode_twice,
   *   catalog.episode_not_found, series.episode_of_other, series.episode_taken, series.arcs_invalid
   */
  setList(account: Account, id: string, list: SeriesList): Promise<Series>
  /** Changes the given fields and replaces the list, both or neither. @throws Refusal as `edit` and `setList` */
  save(account: Account, id: string, changes: Partial<SeriesFields> & SeriesList): Promise<Series>
  /** Removes the series; its episodes stay. @throws Refusal series.not_found, series.owner_only */
  remove(account: Account, id: string): Promise<void>
  /** Removes the series of a creator whose account is being removed. Called with its episodes locked, and the explore index not. */
  removeAllOf(trx: Trx, creatorId: string): Promise<void>
}

export interface SeriesCommandsParts {
  db: Db
  clock: Clock
  events: Events
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'lockAgainstRemoval'>
  creators: Pick<Creators, 'lockProfile'>
  queries: Pick<SeriesQueries, 'find' | 'ensureOwn'>
  /** Removes a series' own picture. */
  clearPoster(trx: Trx, id: string): Promise<void>
}

export function createSeriesCommands(parts: SeriesCommandsParts): SeriesCommands {
  return {
    create: (account, fields) => makeSeries(parts, account, fields),
    edit: (account, id, changes) => editSeries(parts, account, id, changes),
    setList: (account, id, { episodeIds, arcs }) =>
      saveSeries(parts, account, id, { episodeIds, ...(arcs && { arcs }) }),
    save: (account, id, changes) => saveSeries(parts, account, id, changes),
    remove: (account, id) => removeSeries(parts, account, id),
    removeAllOf: (trx, creatorId) => removeAllOf(parts, trx, creatorId),
  }
}

async function makeSeries(
  parts: SeriesCommandsParts,
  account: Account,
  { title, description = '' }: Pick<SeriesFields, 'title'> & Partial<SeriesFields>,
): Promise<Series> {
  if (!mayPublish(account)) throw new Refusal('series.creators_only')
  const written = { title: readSeriesTitle(title), description: readSeriesDescription(description) }
  const id = newId()
  const now = parts.clock.now()
  await transact(parts.db, async (trx) => {
    await parts.identity.lockAgainstRemoval(trx, account.uid)
    // The profile's lock keeps two requests from both being the last one allowed.
    await parts.creators.lockProfile(trx, account.uid)
    if ((await seriesRowsOf(trx, account.uid)).length >= SERIES_PER_CREATOR_MAX) throw new Refusal('series.too_many')
    const times = { created_at: now, updated_at: now }
    await insertSeries(trx, { id, creator_id: account.uid, ...written, poster_url: '', ...times })
  })
  return parts.queries.find(id, account)
}

async function editSeries(
  parts: SeriesCommandsParts,
  account: Account,
  id: string,
  changes: Partial<SeriesFields>,
): Promise<Series> {
  await parts.queries.ensureOwn(account, id)
  const written = readSeriesFields(changes)
  if (Object.keys(written).length === 0) return parts.queries.find(id, account)
  await transact(parts.db, async (trx) => {
    await lockOwnSeries(trx, account.uid, id)
    await updateSeries(trx, id, { ...written, updated_at: parts.clock.now() })
    await emitChanges(parts, trx, account.uid, await partIds(trx, id))
  })
  return parts.queries.find(id, account)
}

async function saveSeries(
  parts: SeriesCommandsParts,
  account: Account,
  id: string,
  changes: Partial<SeriesFields> & SeriesList,
): Promise<Series> {
  await parts.queries.ensureOwn(account, id)
  const written = readSeriesFields(changes)
  const episodeIds = readEpisodeIds(changes.episodeIds)
  const arcs = changes.arcs && readArcs(changes.arcs, episodeIds.length)
  await transact(parts.db, async (trx) => {
    await parts.identity.lockAgainstRemoval(trx, account.uid)
    await lockOwnAgainstRemoval(parts, trx, account, episodeIds)
    await lockOwnSeries(trx, account.uid, id)
    const before = (await contentsOf(trx, [id])).get(id) ?? { parts: [], arcs: [], coverId: null }
    if (!(await storeParts(trx, id, episodeIds))) throw new Refusal('series.episode_taken', { field: 'episodeIds' })
    await storeArcs(trx, id, arcs ?? fitArcs(before.arcs, episodeIds.length))
    await updateSeries(trx, id, { ...written, updated_at: parts.clock.now() })
    const former = before.parts.map((part) => part.id)
    // The fields concern every part.
    const isEdited = Object.keys(written).length > 0
    const changed = episodeIds.filter((episodeId, at) => isEdited || former[at] !== episodeId)
    const gone = former.filter((episodeId) => !episodeIds.includes(episodeId))
    await emitChanges(parts, trx, account.uid, [...changed, ...gone])
  })
  return parts.queries.find(id, account)
}

async function removeSeries(parts: SeriesCommandsParts, account: Account, id: string): Promise<void> {
  await parts.queries.ensureOwn(account, id)
  await transact(parts.db, async (trx) => {
    await lockOwnSeries(trx, account.uid, id)
    const former = await partIds(trx, id)
    await parts.clearPoster(trx, id)
    await deleteSeries(trx, [id])
    await emitChanges(parts, trx, account.uid, former)
  })
}

async function removeAllOf(parts: SeriesCommandsParts, trx: Trx, creatorId: string): Promise<void> {
  const ids = await lockSeriesOf(trx, creatorId)
  for (const id of ids) await parts.clearPoster(trx, id)
  await deleteSeries(trx, ids)
}

/** Locks all series of a creator, so that changes of lists happen one after another. @throws Refusal unless this is one of them */
async function lockOwnSeries(trx: Trx, creatorId: string, id: string): Promise<void> {
  if (!(await lockSeriesOf(trx, creatorId)).includes(id)) throw new Refusal('series.not_found')
}

/** Locks these episodes against removal. @throws Refusal unless all are the account's own */
async function lockOwnAgainstRemoval(
  { catalog }: SeriesCommandsParts,
  trx: Trx,
  account: Account,
  ids: string[],
): Promise<void> {
  const found = await catalog.lockAgainstRemoval(trx, ids.filter(isPossibleId))
  for (const id of ids) {
    const episode = found.get(id)
    const isOwn = episode?.creatorId === account.uid
    if (!episode || (!isOwn && !isOpen(episode.audience)))
      throw new Refusal('catalog.episode_not_found', { field: 'episodeIds' })
    if (!isOwn) throw new Refusal('series.episode_of_other', { field: 'episodeIds' })
  }
}
