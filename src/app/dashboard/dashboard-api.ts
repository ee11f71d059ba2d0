import { call } from '#app/upload/api.ts'
import type { GrowingTotal } from '#engagement/growth.ts'
import type { CountGrowth } from './numbers.ts'
import type { OwnList } from './own-list.ts'
import { type EpisodeWords, readOwnRow, readWords } from './own-row.ts'

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

/** Writes go through even when the page that sent them is left. */
function neverAborted(): AbortSignal {
  return new AbortController().signal
}
