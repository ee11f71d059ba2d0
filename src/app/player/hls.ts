import type Hls from 'hls.js'
import type { ErrorData, ErrorTypes, Events } from 'hls.js'
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
  // hls.js attaches a video anew where its source broke, which pauses it without a word.
  let isToPlay = false
  const stop = new AbortController()
  hls.once(names.Events.DESTROYING, () => stop.abort())
  hls.once(names.Events.MEDIA_ATTACHED, (_event, { media }) => {
    isToPlay = !media.paused
    const on = (type: string, heard: () => void) => media.addEventListener(type, heard, { signal: stop.signal })
    on('play', () => {
      isToPlay = true
    })
    on('pause', () => {
      isToPlay = false
    })
    on('error', () => {
      if (leaveAv1(hls)) startAnew(hls, media, names.Events, isToPlay)
    })
  })
  hls.on(names.Events.ERROR, (_event, error) => {
    if (!error.fatal && !isMissing(error)) return
    // The film is there in H.264, whatever became of its AV1 set.
    if (hls.media && leaveAv1(hls)) return startAnew(hls, hls.media, names.Events, isToPlay)
    if (!error.fatal) return
    if (error.type === names.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
      return
    }
    hls.destroy()
    onFatal()
  })
}

/** What is asked for is not there, and will not be. */
export function isMissing({ response }: ErrorData): boolean {
  return response?.code === 404
}

/** Reads the playlists once more and goes on where the video stands. */
function startAnew(hls: Hls, media: HTMLMediaElement, { MEDIA_ATTACHED }: typeof Events, isToPlay: boolean): void {
  const { url } = hls
  const { currentTime } = media
  if (!url) return
  hls.detachMedia()
  Object.assign(hls.config, { startPosition: currentTime, autoStartLoad: true })
  if (isToPlay) hls.once(MEDIA_ATTACHED, () => void media.play().catch(() => {}))
  hls.loadSource(url)
  hls.attachMedia(media)
}
