import { callApi } from '#app/http/api-client.ts'
import {
  type EditedEpisode,
  type OwnRow,
  type RowMetadata,
  readEdited,
  readOwnRow,
  readPoster,
} from '#app/own-episodes/own-row.ts'
import type { ApiVideo } from '#app/upload/api.ts'
import { BULK_MAX } from '#catalog/episode.ts'
import type { PosterRequest } from './poster-section.tsx'

interface ListResponse {
  episodes: unknown[]
  nextCursor: string | null
}

/** Fetches the complete list, page by page. @throws ApiProblem */
export async function fetchOwnList(signal: AbortSignal): Promise<OwnRow[]> {
  let page = await fetchPage('', signal)
  const episodes = page.episodes
  while (page.nextCursor !== null) {
    page = await fetchPage(`?cursor=${encodeURIComponent(page.nextCursor)}`, signal)
    episodes.push(...page.episodes)
  }
  return episodes.map(readOwnRow).filter((row) => row !== null)
}

function fetchPage(query: string, signal: AbortSignal): Promise<ListResponse> {
  return callApi('GET', `/api/v1/me/episodes${query}`, undefined, signal)
}

/** The fields to change: `seriesId` is the series to move to, null for none; `seriesNumber` the new number in it. */
export type EpisodeEdit = Partial<RowMetadata & Pick<OwnRow, 'seriesId' | 'embedSites'> & { seriesNumber: number }>

/** Changes the given fields. @returns all of them as stored. @throws ApiProblem */
export async function editEpisode(id: string, edit: EpisodeEdit): Promise<EditedEpisode> {
  return readEdited(await callApi('PATCH', `/api/v1/episodes/${encodeURIComponent(id)}`, edit, neverAborted()))
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
  arcs: object[]
}

/** @throws ApiProblem */
export async function fetchSeriesOrder(id: string): Promise<SeriesOrder> {
  const found = await callApi<{ episodes: { id: string }[]; arcs: object[] }>(
    'GET',
    seriesUrl(id),
    undefined,
    neverAborted(),
  )
  return { episodeIds: found.episodes.map((episode) => episode.id), arcs: found.arcs }
}

/** Replaces the parts and the arcs of an own series. @throws ApiProblem */
export async function orderSeries(id: string, order: SeriesOrder): Promise<void> {
  await callApi('PUT', `${seriesUrl(id)}/episodes`, order, neverAborted())
}

function seriesUrl(id: string): string {
  return `/api/v1/series/${encodeURIComponent(id)}`
}

/** @returns ids of the episodes that were not deleted. @throws ApiProblem */
export function deleteEpisodes(ids: string[]): Promise<Set<string>> {
  return callBulk(ids, { delete: true })
}

async function callBulk(ids: string[], what: object): Promise<Set<string>> {
  const refused = new Set<string>()
  for (let at = 0; at < ids.length; at += BULK_MAX) {
    const body = { episodeIds: ids.slice(at, at + BULK_MAX), ...what }
    const result = await callApi<BulkResponse>('POST', '/api/v1/me/episodes/bulk', body, neverAborted())
    for (const { id } of result.refused) refused.add(id)
  }
  return refused
}

interface BulkResponse {
  refused: { id: string }[]
}

/** @throws ApiProblem */
export async function deleteEpisode(id: string): Promise<void> {
  await callApi('DELETE', `/api/v1/episodes/${encodeURIComponent(id)}`, undefined, neverAborted())
}

/** @throws ApiProblem */
export async function retryVideo(videoId: string): Promise<void> {
  await callApi('POST', `/api/v1/videos/${encodeURIComponent(videoId)}/retry`, undefined, neverAborted())
}

/** @returns the poster after the change. @throws ApiProblem */
export async function choosePoster(
  videoId: string,
  request: PosterRequest,
): Promise<Pick<OwnRow, 'poster' | 'hasChosenPoster'>> {
  const videoUrl = `/api/v1/videos/${encodeURIComponent(videoId)}`
  const signal = neverAborted()
  if (request === null) await callApi('DELETE', `${videoUrl}/poster`, undefined, signal)
  else await callApi('PUT', `${videoUrl}/poster`, 'image' in request ? request.image : request, signal)
  const { playback, hasChosenPoster } = await callApi<ApiVideo & { hasChosenPoster: boolean }>(
    'GET',
    videoUrl,
    undefined,
    signal,
  )
  return readPoster({ poster: playback.poster, hasChosenPoster })
}

/** Sets the video that will replace the current one of an episode. @throws ApiProblem */
export async function requestReplacement(id: string, videoId: string, signal: AbortSignal): Promise<void> {
  await callApi('PUT', replacementUrl(id, videoId), undefined, signal)
}

/** Cancels the replacement and removes that video. @throws ApiProblem */
export async function cancelReplacement(id: string, videoId: string, signal: AbortSignal): Promise<void> {
  await callApi('DELETE', replacementUrl(id, videoId), undefined, signal)
}

function replacementUrl(id: string, videoId: string): string {
  return `/api/v1/episodes/${encodeURIComponent(id)}/video/${encodeURIComponent(videoId)}`
}

/** Writes are not aborted when the user leaves the page. */
function neverAborted(): AbortSignal {
  return new AbortController().signal
}
