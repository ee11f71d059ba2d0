import { limitToOneCodec, playsAv1Well } from './codec-selection.ts'
import { handleHlsErrors, hlsOptions, keepTimestamps } from './hls.ts'
import type { SourceListener } from './source-listener.ts'

const HLS_TYPE = 'application/vnd.apple.mpegurl'

interface AttachOptions {
  /** Second at which loading begins; by default 0. The caller moves the video there. */
  startAt?: number
  /** Fetches only the lowest rendition, and buffers at most this many seconds of it. */
  preview?: { seconds: number }
}

/**
 * Attaches an HLS source to a video: through hls.js where the browser supports Media Source Extensions, otherwise
 * natively. hls.js comes first, since Chromium reports "maybe" for native HLS and then plays it badly.
 *
 * @returns a function that releases the source
 */
export async function attachSource(
  video: HTMLVideoElement,
  url: string,
  listener: SourceListener,
  { startAt = 0, preview }: AttachOptions = {},
): Promise<() => void> {
  if ('MediaSource' in window || 'ManagedMediaSource' in window) {
    const isAv1 = preview ? false : playsAv1Well()
    const isOwn = isOwnPlaylist(url)
    const { default: Hls, ...enums } = await (isOwn ? import('hls.js/light') : import('hls.js'))
    if (Hls.isSupported()) {
      const bufferOptions = preview
        ? { startLevel: 0, maxBufferLength: preview.seconds, maxMaxBufferLength: preview.seconds }
        : { capLevelToPlayerSize: true }
      // Otherwise it would load the first segment too, and the video could show its first frame before the one at `startAt`.
      const startPosition = startAt > 0 ? startAt : -1
      const hls = new Hls({ ...hlsOptions, ...bufferOptions, startPosition })
      if (isOwn) keepTimestamps(hls, enums)
      limitToOneCodec(hls, enums, await isAv1)
      if (preview) hls.autoLevelCapping = 0
      // From then on the video says where to go on, also after a media error.
      hls.once(enums.Events.FRAG_BUFFERED, () => {
        hls.config.startPosition = -1
      })
      handleHlsErrors(hls, enums, listener)
      listener.onHls?.(hls, enums)
      hls.loadSource(url)
      listener.onAttaching?.()
      hls.attachMedia(video)
      return () => hls.destroy()
    }
  }

  if (video.canPlayType(HLS_TYPE) === '') {
    listener.onFatal()
    return () => {}
  }
  video.addEventListener('canplay', () => listener.onLoaded?.(), { once: true })
  listener.onAttaching?.()
  return attachFile(video, url, () => {
    const isOfNetwork = video.error?.code === MediaError.MEDIA_ERR_NETWORK
    if (isOfNetwork && listener.onLost) listener.onLost()
    else listener.onFatal()
  })
}

/** Attaches a source that the browser plays natively. @returns a function that releases it and cancels its requests */
export function attachFile(video: HTMLVideoElement, url: string, onError: () => void): () => void {
  video.addEventListener('error', onError, { once: true })
  video.src = url
  return () => {
    video.removeEventListener('error', onError)
    video.removeAttribute('src')
    video.load()
  }
}

/**
 * Hoshi's own playlists, on any host, have audio and video in the same segments, for which the light build suffices;
 * others may separate them.
 */
function isOwnPlaylist(url: string): boolean {
  return /\/media\/\w+\/master-\w+\.m3u8$/.test(url)
}
