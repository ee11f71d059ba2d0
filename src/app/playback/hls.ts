import type Hls from 'hls.js'
import type { ErrorData, ErrorTypes, Events } from 'hls.js'
import { disableAv1 } from './codec-selection.ts'
import type { SourceListener } from './source-listener.ts'

/** The segments are already fragmented MP4: without transmuxing, no worker is needed. */
export const hlsOptions = { enableWorker: false, backBufferLength: 60 }

/** A video whose media fail again so soon cannot be played. */
const RECOVERY_PAUSE_MS = 30_000

/**
 * Recovers from media errors that are rare, falls back from AV1 to H.264, and leaves a lost connection to the listener.
 * A destroyed decoder, as after a sleep of the device, is a media error.
 */
export function handleHlsErrors(
  hls: Hls,
  enums: { Events: typeof Events; ErrorTypes: typeof ErrorTypes },
  listener: SourceListener,
) {
  const { MEDIA_ATTACHED } = enums.Events
  let recoveredAt = Number.NEGATIVE_INFINITY
  // hls.js reattaches a video whose source failed, which pauses it without a 'pause' event.
  let shouldPlay = false
  const controller = new AbortController()

  const end = () => {
    hls.destroy()
    listener.onFatal()
  }
  const recoverFromMediaError = () => {
    // Without levels the browser plays none of the codecs.
    if (hls.levels.length === 0 || performance.now() - recoveredAt < RECOVERY_PAUSE_MS) return end()
    recoveredAt = performance.now()
    const { media } = hls
    if (media && shouldPlay) hls.once(MEDIA_ATTACHED, () => void media.play().catch(() => {}))
    hls.recoverMediaError()
  }

  hls.once(enums.Events.DESTROYING, () => controller.abort())
  hls.once(MEDIA_ATTACHED, (_event, { media }) => {
    shouldPlay = !media.paused
    const on = (type: string, action: () => void) => media.addEventListener(type, action, { signal: controller.signal })
    on('play', () => {
      shouldPlay = true
    })
    on('pause', () => {
      shouldPlay = false
    })
    on('error', () => {
      // A recovery has removed the error already.
      if (media.error === null) return
      if (disableAv1(hls)) reloadSource(hls, media, enums.Events, shouldPlay)
      else recoverFromMediaError()
    })
  })
  hls.on(enums.Events.FRAG_BUFFERED, () => listener.onLoaded?.())
  hls.on(enums.Events.ERROR, (_event, error) => {
    const isOfNetwork = error.type === enums.ErrorTypes.NETWORK_ERROR
    if (isOfNetwork && !error.fatal) listener.onTrouble?.()
    if (!error.fatal && !isFileNotFound(error)) return
    // The video is available in H.264, even if its AV1 renditions are not.
    if (hls.media && disableAv1(hls)) return reloadSource(hls, hls.media, enums.Events, shouldPlay)
    if (!error.fatal) return
    if (error.type === enums.ErrorTypes.MEDIA_ERROR) return recoverFromMediaError()
    if (listener.onLost && isWorthAnotherAttempt(error)) return listener.onLost()
    end()
  })
}

/**
 * Leaves the timestamps of segments as they are: Hoshi's are already those of the video. Where hls.js begins in the middle, it
 * would place the first packet at the playlist's time and shift all later ones, but audio starts up to three packets before
 * its segment.
 */
export function keepTimestamps(hls: Hls, { Events: { INIT_PTS_FOUND } }: { Events: typeof Events }): void {
  hls.on(INIT_PTS_FOUND, (_event, { timestampOffsets }) => {
    for (const offset of timestampOffsets) offset.baseTime = 0
  })
}

/** Whether the requested playlist or segment does not exist. */
export function isFileNotFound({ response }: ErrorData): boolean {
  return response?.code === 404
}

/** Whether a later request may succeed. A refused playlist stays away; a segment may come back. */
function isWorthAnotherAttempt({ details, response, frag }: ErrorData): boolean {
  const status = response?.code ?? 0
  return /Load(Error|TimeOut)$/.test(details) && (frag !== undefined || status < 400 || status >= 500)
}

/** Loads on from the current time, whatever hls.js does or has given up. */
export function loadAgain(hls: Hls): void {
  if (hls.levels.length > 0) hls.startLoad(hls.media?.currentTime ?? 0, true)
  else if (hls.url) hls.loadSource(hls.url)
}

/** Reloads the playlists and continues at the current time. */
function reloadSource(hls: Hls, media: HTMLMediaElement, { MEDIA_ATTACHED }: typeof Events, shouldPlay: boolean): void {
  const { url } = hls
  const { currentTime } = media
  if (!url) return
  hls.detachMedia()
  Object.assign(hls.config, { startPosition: currentTime, autoStartLoad: true })
  if (shouldPlay) hls.once(MEDIA_ATTACHED, () => void media.play().catch(() => {}))
  hls.loadSource(url)
  hls.attachMedia(media)
}
