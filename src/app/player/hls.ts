import type Hls from 'hls.js'
import type { ErrorTypes, Events } from 'hls.js'
import { leaveAv1 } from './one-codec.ts'

/** The segments are fragmented MP4 already: nothing to transmux, so no worker, which the page's policy would refuse. */
export const hlsOptions = { enableWorker: false, backBufferLength: 60 }

/** Recovers once from what it cannot decode. @param onFatal called at most once, when playing cannot go on */
export function guardHls(
  hls: Hls,
  names: { Events: typeof Events; ErrorTypes: typeof ErrorTypes },
  onFatal: () => void,
) {
  let hasRecovered = false
  // What its decoder makes of a segment a video tells by itself.
  hls.on(names.Events.MEDIA_ATTACHED, (_event, { media }) => {
    const broke = () => {
      if (hls.media === media && leaveAv1(hls)) startAnew(hls, names.Events)
    }
    media.addEventListener('error', broke, { once: true })
    hls.once(names.Events.MEDIA_DETACHING, () => media.removeEventListener('error', broke))
  })
  hls.on(names.Events.ERROR, (_event, error) => {
    if (!error.fatal) return
    if (error.type === names.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      if (leaveAv1(hls)) startAnew(hls, names.Events)
      else hls.recoverMediaError()
      return
    }
    hls.destroy()
    onFatal()
  })
}

/** Reads the playlists once more and goes on where the video stands. */
function startAnew(hls: Hls, { MEDIA_ATTACHED }: typeof Events): void {
  const { media, url } = hls
  if (!media || !url) return
  const { currentTime, paused } = media
  hls.detachMedia()
  Object.assign(hls.config, { startPosition: currentTime, autoStartLoad: true })
  hls.loadSource(url)
  // A video that loses its source pauses, and one that gets another one forgets that it was told to play.
  if (!paused) hls.once(MEDIA_ATTACHED, () => void media.play().catch(() => {}))
  hls.attachMedia(media)
}
