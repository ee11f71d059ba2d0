import { loadStartMedia, type StartMedia } from '#app/flashes/load-media.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { FrameRate } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'

/** The video of an episode, as the studio plays and times it. */
export interface StudioMedia {
  videoId: string
  frameRate: FrameRate | null
  isRateVarying: boolean
  hls: string
  poster: string | null
  storyboard: string | null
  width: number | null
  height: number | null
  flashes: StartMedia['flashes']
}

/** @returns null while there is nothing to play */
export async function loadStudio(
  video: Pick<VideoHost, 'fastStartOf' | 'flashesOf' | 'isRateVarying'>,
  { videoId, frameRate, hls, poster, storyboard, width, height }: Episode,
): Promise<StudioMedia | null> {
  if (hls === null) return null
  const [{ flashes }, isRateVarying] = await Promise.all([
    loadStartMedia(video, videoId, false),
    video.isRateVarying(videoId),
  ])
  return { videoId, frameRate, isRateVarying, hls, poster, storyboard, width, height, flashes }
}
