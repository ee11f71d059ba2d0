import type Hls from 'hls.js'
import type { ErrorTypes, Events } from 'hls.js'

/** The segments are fragmented MP4 already: nothing to transmux, so no worker, which the page's policy would refuse. */
export const hlsOptions = { enableWorker: false, backBufferLength: 60 }

/** Recovers once from what it cannot decode. @param onFatal called at most once, when playing cannot go on */
export function guardHls(
  hls: Hls,
  names: { Events: typeof Events; ErrorTypes: typeof ErrorTypes },
  onFatal: () => void,
) {
  let hasRecovered = false
  hls.on(names.Events.ERROR, (_event, error) => {
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
