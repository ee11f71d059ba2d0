/** A still of a chosen file, from the browser itself. */
export interface FirstFrame {
  /** A data URL. */
  url: string
  /** Size of the video, in pixels. */
  width: number
  height: number
}

/** Where a film that starts in black is looked at, in seconds. */
const LOOK_AT_SECONDS = [0, 0.5, 1, 2, 3, 5, 8]
/** Mean brightness, of 255, above which a frame is not black. */
const DARKEST = 12
/** The whole search; a file that takes longer is shown without a picture. */
const TIMEOUT_MS = 8_000
const WIDTH = 640

/** The first frame that is not black, or the last one looked at; null when this browser cannot show the file. */
export async function readFirstFrame(file: File): Promise<FirstFrame | null> {
  const objectUrl = URL.createObjectURL(file)
  const video = document.createElement('video')
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  video.preload = 'auto'
  video.muted = true
  video.playsInline = true
  try {
    video.src = objectUrl
    await once(video, 'loadeddata', deadline)
    const { videoWidth: width, videoHeight: height, duration } = video
    if (width === 0 || height === 0) return null
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = Math.max(1, Math.round((WIDTH * height) / width))
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return null
    for (const seconds of LOOK_AT_SECONDS) {
      if (seconds > 0 && !(seconds < duration)) break
      if (seconds > 0) {
        video.currentTime = seconds
        await once(video, 'seeked', deadline)
      }
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      if (brightnessOf(context.getImageData(0, 0, canvas.width, canvas.height).data) > DARKEST) break
    }
    return { url: canvas.toDataURL('image/jpeg', 0.85), width, height }
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(objectUrl)
  }
}

function once(video: HTMLVideoElement, type: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(type, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('not shown')), { once: true })
    signal.addEventListener('abort', () => reject(new Error('too slow')), { once: true })
  })
}

/** Mean brightness of some of the pixels, of 255. @param data red, green, blue and opacity of each pixel */
function brightnessOf(data: Uint8ClampedArray): number {
  const step = 4 * 97
  let sum = 0
  let count = 0
  for (let at = 0; at + 2 < data.length; at += step) {
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}
