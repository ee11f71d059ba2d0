import { guardHls, hlsOptions } from './hls.ts'
import { keepToOneCodec, playsAv1Well } from './one-codec.ts'

const HLS_TYPE = 'application/vnd.apple.mpegurl'

/**
 * Gives a video its HLS source: through hls.js where the browser has media sources, natively elsewhere.
 * Chromium answers "maybe" for native HLS and then plays it badly, so hls.js is asked first.
 *
 * @param onFatal called at most once, when playing cannot go on
 * @param taste fetch only the lowest rendition, and no more than these seconds of it at a time
 * @returns lets go of the source
 */
export async function attachSource(
  video: HTMLVideoElement,
  url: string,
  onFatal: () => void,
  taste?: { seconds: number },
): Promise<() => void> {
  if ('MediaSource' in window || 'ManagedMediaSource' in window) {
    const isAv1 = taste ? false : playsAv1Well()
    const { default: Hls, ...names } = await (isOurs(url) ? import('hls.js/light') : import('hls.js'))
    if (Hls.isSupported()) {
      const ahead = taste
        ? { startLevel: 0, maxBufferLength: taste.seconds, maxMaxBufferLength: taste.seconds }
        : { capLevelToPlayerSize: true }
      const hls = new Hls({ ...hlsOptions, ...ahead })
      keepToOneCodec(hls, names, await isAv1)
      if (taste) hls.autoLevelCapping = 0
      guardHls(hls, names, onFatal)
      hls.loadSource(url)
      hls.attachMedia(video)
      return () => hls.destroy()
    }
  }

  if (video.canPlayType(HLS_TYPE) === '') {
    onFatal()
    return () => {}
  }
  return attachFile(video, url, onFatal)
}

/** Gives a video a source that the browser plays by itself. @returns lets go of it, and of what is on its way */
export function attachFile(video: HTMLVideoElement, url: string, onFatal: () => void): () => void {
  video.addEventListener('error', onFatal, { once: true })
  video.src = url
  return () => {
    video.removeEventListener('error', onFatal)
    video.removeAttribute('src')
    video.load()
  }
}

/**
 * Our playlists carry picture and sound together, which the light build is enough for, wherever they are delivered from;
 * others may keep them apart.
 */
function isOurs(url: string): boolean {
  return /\/media\/\w+\/master-\w+\.m3u8$/.test(url)
}
