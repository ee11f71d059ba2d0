/** How long the browser may take to read a file's length; after that the server decides. @see docs/product.md#upload */
const READ_LIMIT_MS = 3_000

/** The length of a video file in seconds, or null when this browser cannot tell in time. */
export function readLength(file: File): Promise<number | null> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    const limit = setTimeout(() => resolve(null), READ_LIMIT_MS)
    const settle = (seconds: number | null) => {
      clearTimeout(limit)
      resolve(seconds)
    }
    video.preload = 'metadata'
    video.muted = true
    video.onloadedmetadata = () => settle(Number.isFinite(video.duration) && video.duration > 0 ? video.duration : null)
    video.onerror = () => settle(null)
    video.src = address
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  })
}
