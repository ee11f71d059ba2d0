import { type ApiVideo, call } from '#app/upload/api.ts'
import type { GrowingTotal } from '#engagement/growth.ts'
import type { CountGrowth } from './numbers.ts'
import type { OwnList } from './own-list.ts'
import { type EpisodeWords, type OwnRow, readOwnRow, readPoster, readWords } from './own-row.ts'
import type { PosterWish } from './poster-section.tsx'

interface ListAnswer {
  episodes: unknown[]
  nextCursor: string | null
  totals: Record<keyof CountGrowth, { growth: Pick<GrowingTotal, 'recent' | 'before'> }>
}

/** The whole list, however many answers it takes. @throws ApiProblem */
export async function fetchOwnList(signal: AbortSignal): Promise<OwnList> {
  let page = await fetchPage('', signal)
  const episodes = page.episodes
  while (page.nextCursor !== null) {
    page = await fetchPage(`?cursor=${encodeURIComponent(page.nextCursor)}`, signal)
    episodes.push(...page.episodes)
  }
  const { views, likes, comments } = page.totals
  return {
    rows: episodes.map(readOwnRow).filter((row) => row !== null),
    growth: { views: views.growth, likes: likes.growth, comments: comments.growth },
  }
}

function fetchPage(query: string, signal: AbortSignal): Promise<ListAnswer> {
  return call('GET', `/api/v1/me/episodes${query}`, undefined, signal)
}

/** @returns the words as they were stored. @throws ApiProblem */
export async function editEpisode(id: string, words: EpisodeWords): Promise<EpisodeWords> {
  return readWords(await call('PATCH', `/api/v1/episodes/${encodeURIComponent(id)}`, words, neverAborted()))
}

/** @throws ApiProblem */
export async function deleteEpisode(id: string): Promise<void> {
  await call('DELETE', `/api/v1/episodes/${encodeURIComponent(id)}`, undefined, neverAborted())
}

/** @throws ApiProblem */
export async function retryVideo(videoId: string): Promise<void> {
  await call('POST', `/api/v1/videos/${encodeURIComponent(videoId)}/retry`, undefined, neverAborted())
}

/** @returns the picture as it is then. @throws ApiProblem */
export async function choosePoster(
  videoId: string,
  wish: PosterWish,
): Promise<Pick<OwnRow, 'poster' | 'hasChosenPoster'>> {
  const video = `/api/v1/videos/${encodeURIComponent(videoId)}`
  const signal = neverAborted()
  if (wish === null) await call('DELETE', `${video}/poster`, undefined, signal)
  else await call('PUT', `${video}/poster`, 'picture' in wish ? wish.picture : wish, signal)
  const { playback, hasChosenPoster } = await call<ApiVideo & { hasChosenPoster: boolean }>(
    'GET',
    video,
    undefined,
    signal,
  )
  return readPoster({ poster: playback.poster, hasChosenPoster })
}

/** Lets an episode wait for a video that takes its own one's place. @throws ApiProblem */
export async function awaitVideo(id: string, videoId: string, signal: AbortSignal): Promise<void> {
  await call('PUT', replacementAddress(id, videoId), undefined, signal)
}

/** Lets it wait no more, and removes that video. @throws ApiProblem */
export async function cancelReplacement(id: string, videoId: string, signal: AbortSignal): Promise<void> {
  await call('DELETE', replacementAddress(id, videoId), undefined, signal)
}

function replacementAddress(id: string, videoId: string): string {
  return `/api/v1/episodes/${encodeURIComponent(id)}/video/${encodeURIComponent(videoId)}`
}

/** Writes go through even when the page that sent them is left. */
function neverAborted(): AbortSignal {
  return new AbortController().signal
}
