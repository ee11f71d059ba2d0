import type { FastStartMedia } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import { shownFlashes } from './places.ts'
import type { ShownFlashes } from './shown-flashes.ts'

export interface StartMedia {
  fastStart: FastStartMedia | null
  flashes: ShownFlashes
}

/**
 * Loads the media that a player starts with: nothing of a video that flashes before the viewer has chosen.
 * @param isAutoplay false for a player that waits until it is played
 */
export async function loadStartMedia(
  video: Pick<VideoHost, 'fastStartOf' | 'flashesOf'>,
  uid: string,
  isAutoplay = true,
): Promise<StartMedia> {
  const [fastStart, { spans }] = await Promise.all([isAutoplay ? video.fastStartOf(uid) : null, video.flashesOf(uid)])
  return { fastStart: spans.length > 0 ? null : fastStart, flashes: shownFlashes(spans) }
}
