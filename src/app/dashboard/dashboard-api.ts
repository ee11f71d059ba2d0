import type { CreditRow } from '#app/credits/credits-form.ts'
import type { ApiAnswer } from '#app/http/api-calls.ts'
import { callApi } from '#app/http/api-client.ts'
import type { EditedEpisode, OwnRow, RowMetadata } from '#app/own-episodes/own-row.ts'
import { BULK_MAX } from '#catalog/episode.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'

/** Fetches the complete list, page by page. @throws ApiProblem */
export async function fetchOwnList(signal: AbortSignal): Promise<OwnRow[]> {
  let page = await callApi('GET', '/me/episodes', { signal })
  const episodes = page.episodes
  while (page.nextCursor !== null) {
    page = await callApi('GET', '/me/episodes', { query: { cursor: page.nextCursor }, signal })
    episodes.push(...page.episodes)
  }
  return episodes
}

/** The fields to change: `seriesId` is the series to move to, null for none; `seriesNumber` the new number in it. */
export type EpisodeEdit = Partial<RowMetadata & Pick<OwnRow, 'seriesId' | 'embedSites'> & { seriesNumber: number }>

/** Changes the given fields. @returns all of them as stored. @throws ApiProblem */
export async function editEpisode(id: string, edit: EpisodeEdit): Promise<EditedEpisode> {
  const stored = await callApi('PATCH', '/episodes/:id', { param: { id }, json: edit })
  const { visibility, publishAt, embedSites = null, seriesId, seriesNumber } = stored
  // Only what was edited: its counts may be older than those of a live event.
  return { ...pickMetadata(stored), visibility, publishAt, embedSites, seriesId, seriesNumber }
}

/** Makes these the credits of an own episode; the server finds who is named by each link. @throws ApiProblem */
export async function saveCredits(id: string, rows: readonly CreditRow[]): Promise<void> {
  const credits = rows.map(({ role, name, link }) => ({ role, name, profile: link.trim() }))
  await callApi('PATCH', '/episodes/:id', { param: { id }, json: { credits } })
}

/** Fields that are changed for several episodes at once. */
export type BulkEdit = Partial<Pick<RowMetadata, 'visibility' | 'publishAt' | 'genre' | 'tags'>>

/** @returns ids of the episodes that were not changed. @throws ApiProblem */
export function changeEpisodes(ids: string[], change: BulkEdit): Promise<Set<string>> {
  return callBulk(ids, { change })
}

/** Puts the episodes at the end of a series, or takes them out of theirs. @returns ids of those that were not changed */
export function placeEpisodes(ids: string[], seriesId: string | null): Promise<Set<string>> {
  return callBulk(ids, { change: { seriesId } })
}

/** The parts of an own series in their order, and its arcs. */
export interface SeriesOrder {
  episodeIds: string[]
  arcs: ApiAnswer<'/series/:id', 'GET'>['arcs']
}

/** @throws ApiProblem */
export async function fetchSeriesOrder(id: string): Promise<SeriesOrder> {
  const found = await callApi('GET', '/series/:id', { param: { id } })
  return { episodeIds: found.episodes.map((episode) => episode.id), arcs: found.arcs }
}

/** Replaces the parts and the arcs of an own series. @throws ApiProblem */
export async function orderSeries(id: string, order: SeriesOrder): Promise<void> {
  await callApi('PUT', '/series/:id/episodes', { param: { id }, json: order })
}

/** @returns ids of the episodes that were not deleted. @throws ApiProblem */
export function deleteEpisodes(ids: string[]): Promise<Set<string>> {
  return callBulk(ids, { delete: true })
}

async function callBulk(ids: string[], what: object): Promise<Set<string>> {
  const refused = new Set<string>()
  for (let at = 0; at < ids.length; at += BULK_MAX) {
    const json = { episodeIds: ids.slice(at, at + BULK_MAX), ...what }
    const result = await callApi('POST', '/me/episodes/bulk', { json })
    for (const { id } of result.refused) refused.add(id)
  }
  return refused
}

/** @throws ApiProblem */
export async function deleteEpisode(id: string): Promise<void> {
  await callApi('DELETE', '/episodes/:id', { param: { id } })
}

/** @throws ApiProblem */
export async function retryVideo(videoId: string): Promise<void> {
  await callApi('POST', '/videos/:uid/retry', { param: { uid: videoId } })
}

/** The requested poster of an episode; null for the automatic one. */
export type PosterRequest = { atSeconds: number } | { image: File } | null

/** @returns the poster after the change. @throws ApiProblem */
export async function choosePoster(
  videoId: string,
  request: PosterRequest,
): Promise<Pick<OwnRow, 'poster' | 'hasChosenPoster'>> {
  const param = { uid: videoId }
  if (request === null) await callApi('DELETE', '/videos/:uid/poster', { param })
  else
    await callApi('PUT', '/videos/:uid/poster', { param, body: 'image' in request ? request.image : asJson(request) })
  const { playback, hasChosenPoster } = await callApi('GET', '/videos/:uid', { param })
  return { poster: playback.poster, hasChosenPoster }
}

function asJson(value: object): Blob {
  return new Blob([JSON.stringify(value)], { type: 'application/json' })
}

/** Sets the video that will replace the current one of an episode. @throws ApiProblem */
export async function requestReplacement(id: string, videoId: string, signal: AbortSignal): Promise<void> {
  await callApi('PUT', '/episodes/:id/video/:videoUid', { param: { id, videoUid: videoId }, signal })
}

/** Cancels the replacement and removes that video. @throws ApiProblem */
export async function cancelReplacement(id: string, videoId: string, signal: AbortSignal): Promise<void> {
  await callApi('DELETE', '/episodes/:id/video/:videoUid', { param: { id, videoUid: videoId }, signal })
}
