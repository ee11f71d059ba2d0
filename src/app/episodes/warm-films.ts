import { warmAnswers } from '#app/player/warm-answers.ts'
import type { Beginning } from '#video/video.ts'

/** What a click on a card needs is used for so long; what has waited longer is asked for anew. */
const WARM_MS = 60_000

/** As much of a watch screen's data as has to be known here. */
interface WatchData {
  picture: { beginning: Beginning | null }
}

interface WarmFilm {
  episodeId: string
  /** What the screen of the film shows; null until it is asked for. */
  data: Promise<WatchData> | null
  since: number
  /** Ends what is on its way of the film itself. */
  letGo: () => void
}

// One at a time: whoever points at another card means that one.
let warm: WarmFilm | null = null
// What was shown before it was asked for anew.
let shown: WarmFilm | null = null

/** Marks an address whose screen is loaded ahead of a click. */
const AHEAD = 'ahead'

/** Has the screen of an episode loaded by its own loader, and its code with it; a call without an address ends that. */
type LoadScreen = (address?: string) => void

let loadScreen: LoadScreen = () => {}

/** Says how screens are loaded while a list of cards is there. @returns takes that back */
export function warmBy(load: LoadScreen): () => void {
  loadScreen = load
  return () => {
    if (loadScreen === load) loadScreen = () => {}
  }
}

/** Asks for everything that a click on this episode's card will need: the screen's code, its data, the beginning of its film. */
export function warmFilm(episodeId: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData || !navigator.onLine || isWarm(episodeId)) return
  warm?.letGo()
  warm = { episodeId, data: null, since: performance.now(), letGo: () => {} }
  loadScreen(`/watch/${encodeURIComponent(episodeId)}?${AHEAD}`)
}

/** Nobody points at the card any more: what is on its way to it stops. */
export function coolFilm(episodeId: string): void {
  if (warm?.episodeId !== episodeId) return
  warm.letGo()
  warm = null
  loadScreen()
}

/** Whether a click on the card of this episode needs to wait for nothing; said of an address, too. */
export function isWarm(episodeOrPath: string): boolean {
  if (warm === null || performance.now() - warm.since > WARM_MS) return false
  return episodeOrPath === warm.episodeId || episodeOrPath === `/watch/${encodeURIComponent(warm.episodeId)}`
}

/** Whether a screen is loaded ahead of a click, and not to be shown. */
export function isAhead(request: Request): boolean {
  return new URL(request.url).searchParams.has(AHEAD)
}

/** Loads the data of a watch screen ahead of a click. Never fails: the failure would replace the list on the page. */
export async function loadAhead<Data extends WatchData>(episodeId: string, ask: () => Promise<Data>): Promise<void> {
  if (isWarm(episodeId)) await (warm?.data ?? keep(ask())).catch(() => {})
}

/**
 * The data of a watch screen: those that are warm, or else new ones. New ones that cannot be had in place of warm ones
 * that are shown already leave these as they are.
 *
 * @param ask fetches them
 * @param isFinal whether a failure says that there is nothing to show
 */
export async function watchDataOf<Data extends WatchData>(
  episodeId: string,
  ask: () => Promise<Data>,
  isFinal: (error: unknown) => boolean,
): Promise<Data> {
  // Only one screen's loader comes here, so that what was kept of an episode is of its kind.
  if (shown?.episodeId === episodeId) {
    const { data } = shown
    shown = null
    return ask().catch((error: unknown) => {
      if (isFinal(error) || data === null) throw error
      return data as Promise<Data>
    })
  }
  if (!isWarm(episodeId)) return ask()
  const kept = warm?.data as Promise<Data> | null
  return kept ? kept.catch(ask) : keep(ask())
}

/** What was warm has become a screen, whose data are to be renewed; false when nothing was. */
export function showWarm(episodeId: string): boolean {
  shown = null
  if (warm?.episodeId !== episodeId) return false
  shown = warm
  // What the film is being made of is its player's now.
  warm = null
  return true
}

/** The screen was left before its data were renewed: nobody shall be shown the old ones for want of new ones later. */
export function forgetShown(episodeId: string): void {
  if (shown?.episodeId === episodeId) shown = null
}

function keep<Data extends WatchData>(data: Promise<Data>): Promise<Data> {
  const film = warm
  if (film === null) return data
  film.data = data
  data.then(
    ({ picture: { beginning } }) => {
      if (warm !== film || beginning === null || 'ManagedMediaSource' in window) return
      film.letGo = warmAnswers([beginning.init, beginning.segments[0] ?? ''])
    },
    () => {
      if (warm === film) warm = null
    },
  )
  return data
}
