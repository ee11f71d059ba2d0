import { prefetchResponses } from '#app/playback/prefetch-responses.ts'
import type { FastStartMedia } from '#video/video.ts'

/** How long prefetched data is used; older data is fetched again. */
const PREFETCH_TTL_MS = 60_000

/** The part of a watch screen's data that is used here. */
interface WatchData {
  playback: { fastStart: FastStartMedia | null }
}

interface Prefetch {
  episodeId: string
  /** Data of the episode's screen; null until requested. */
  data: Promise<WatchData> | null
  since: number
  /** Cancels the prefetch of the video itself. */
  cancel: () => void
}

// One at a time; pointing at another card replaces it.
let prefetched: Prefetch | null = null
// The prefetched episode that is shown, until its data is renewed.
let shown: Prefetch | null = null

/** Query parameter that marks the prefetch of a screen. */
const PREFETCH_PARAM = 'ahead'

/** Prefetches the code of a screen, and its data through its own loader; a call without a path cancels that. */
type LoadScreen = (path?: string) => void

let loadScreen: LoadScreen = () => {}

/** Sets how screens are prefetched while a list of cards is mounted. @returns a function that reverts it */
export function setScreenLoader(load: LoadScreen): () => void {
  loadScreen = load
  return () => {
    if (loadScreen === load) loadScreen = () => {}
  }
}

/** Prefetches everything for a click on this episode's card: the screen's code, its data, and the first segment. */
export function prefetchEpisode(episodeId: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData || !navigator.onLine || isPrefetched(episodeId)) return
  prefetched?.cancel()
  prefetched = { episodeId, data: null, since: performance.now(), cancel: () => {} }
  loadScreen(`/watch/${encodeURIComponent(episodeId)}?${PREFETCH_PARAM}`)
}

/** Cancels the prefetch of a card that is no longer pointed at. */
export function cancelPrefetch(episodeId: string): void {
  if (prefetched?.episodeId !== episodeId) return
  prefetched.cancel()
  prefetched = null
  loadScreen()
}

/** Whether an episode, given by its id or the path of its screen, has a prefetch that has not expired. */
export function isPrefetched(episodeOrPath: string): boolean {
  if (prefetched === null || performance.now() - prefetched.since > PREFETCH_TTL_MS) return false
  return (
    episodeOrPath === prefetched.episodeId || episodeOrPath === `/watch/${encodeURIComponent(prefetched.episodeId)}`
  )
}

/** Whether a request prefetches a screen rather than shows it. */
export function isPrefetchRequest(request: Request): boolean {
  return new URL(request.url).searchParams.has(PREFETCH_PARAM)
}

/** Prefetches the data of a watch screen. Never rejects, since an error would replace the list on the page. */
export async function prefetchData<Data extends WatchData>(
  episodeId: string,
  fetchData: () => Promise<Data>,
): Promise<void> {
  if (isPrefetched(episodeId)) await (prefetched?.data ?? storeData(fetchData())).catch(() => {})
}

/**
 * The data of a watch screen: prefetched if it has not expired, otherwise new. If renewing prefetched data that is
 * already shown fails, returns the shown data.
 *
 * @param isFinal whether an error means that there is nothing to show
 */
export async function loadWatchData<Data extends WatchData>(
  episodeId: string,
  fetchData: () => Promise<Data>,
  isFinal: (error: unknown) => boolean,
): Promise<Data> {
  // Only one screen's loader calls this, so the cached data of an episode have its type.
  if (shown?.episodeId === episodeId) {
    const { data } = shown
    shown = null
    return fetchData().catch((error: unknown) => {
      if (isFinal(error) || data === null) throw error
      return data as Promise<Data>
    })
  }
  if (!isPrefetched(episodeId)) return fetchData()
  const cached = prefetched?.data as Promise<Data> | null
  return cached ? cached.catch(fetchData) : storeData(fetchData())
}

/** Marks prefetched data as shown, to be renewed next. @returns false when the episode has none */
export function markShown(episodeId: string): boolean {
  shown = null
  if (prefetched?.episodeId !== episodeId) return false
  shown = prefetched
  // The player now owns the prefetched segments.
  prefetched = null
  return true
}

/** Evicts the data of a screen that was left before the renewal, so that it never replaces newer data. */
export function evictShown(episodeId: string): void {
  if (shown?.episodeId === episodeId) shown = null
}

function storeData<Data extends WatchData>(data: Promise<Data>): Promise<Data> {
  const prefetch = prefetched
  if (prefetch === null) return data
  prefetch.data = data
  data.then(
    ({ playback: { fastStart } }) => {
      if (prefetched !== prefetch || fastStart === null || 'ManagedMediaSource' in window) return
      prefetch.cancel = prefetchResponses([fastStart.init, fastStart.segments[0] ?? ''])
    },
    () => {
      if (prefetched === prefetch) prefetched = null
    },
  )
  return data
}
