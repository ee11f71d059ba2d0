import type Hls from 'hls.js'
import type { ErrorData, ErrorTypes, Events } from 'hls.js'
import { disableAv1 } from './codec-selection.ts'

/** The segments are already fragmented MP4: without transmuxing, no worker is needed. */
export const hlsOptions = { enableWorker: false, backBufferLength: 60 }

/**
 * Recovers once from a media error, and falls back from AV1 to H.264.
 * @param onFatal called at most once, when playback cannot continue
 */
export function handleHlsErrors(
  hls: Hls,
  enums: { Events: typeof Events; ErrorTypes: typeof ErrorTypes },
  onFatal: () => void,
) {
  let hasRecovered = false
  // hls.js reattaches a video whose source failed, which pauses it without a 'pause' event.
  let shouldPlay = false
  const controller = new AbortController()
  hls.once(enums.Events.DESTROYING, () => controller.abort())
  hls.once(enums.Events.MEDIA_ATTACHED, (_event, { media }) => {
    shouldPlay = !media.paused
    const on = (type: string, listener: () => void) =>
      media.addEventListener(type, listener, { signal: controller.signal })
    on('play', () => {
      shouldPlay = true
    })
    on('pause', () => {
      shouldPlay = false
    })
    on('error', () => {
      if (disableAv1(hls)) reloadSource(hls, media, enums.Events, shouldPlay)
    })
  })
  hls.on(enums.Events.ERROR, (_event, error) => {
    if (!error.fatal && !isFileNotFound(error)) return
    // The video is available in H.264, even if its AV1 renditions are not.
    if (hls.media && disableAv1(hls)) return reloadSource(hls, hls.media, enums.Events, shouldPlay)
    if (!error.fatal) return
    if (error.type === enums.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
      return
    }
    hls.destroy()
    onFatal()
  })
}

/** Whether the requested playlist or segment does not exist. */
export function isFileNotFound({ response }: ErrorData): boolean {
  return response?.code === 404
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
