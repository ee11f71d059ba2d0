import { findVideo } from '#app/playback/watch-video.ts'
import type { Moment } from '#app/report/report-moment.tsx'

/** The picture that the player shows; null before the first one. */
export function readMoment(): Moment | null {
  const video = findVideo()
  if (!video || video.currentTime === 0) return null
  return { seconds: video.currentTime, picture: pictureOf(video) }
}

function pictureOf(video: HTMLVideoElement): string | null {
  // While it seeks there is none.
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
  const canvas = document.createElement('canvas')
  canvas.width = 192
  canvas.height = 108
  try {
    const { videoWidth, videoHeight } = video
    const scale = Math.max(192 / videoWidth, 108 / videoHeight)
    const [width, height] = [videoWidth * scale, videoHeight * scale]
    canvas.getContext('2d')?.drawImage(video, (192 - width) / 2, (108 - height) / 2, width, height)
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    // Media of another origin cannot be read.
    return null
  }
}
