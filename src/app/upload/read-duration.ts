/** How long the browser may take to read a file's length; after that the server decides. @see docs/product.md#upload */
const TIMEOUT_MS = 3_000

/** The length of a video file in seconds, or null when this browser cannot read it in time. */
export function readDuration(file: File): Promise<number | null> {
  const objectUrl = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), TIMEOUT_MS)
    const settle = (seconds: number | null) => {
      clearTimeout(timer)
      resolve(seconds)
    }
    video.preload = 'metadata'
    video.muted = true
    video.onloadedmetadata = () => settle(Number.isFinite(video.duration) && video.duration > 0 ? video.duration : null)
    video.onerror = () => settle(null)
    video.src = objectUrl
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(objectUrl)
  })
}
