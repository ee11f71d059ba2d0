import type { FastStartMedia } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import { shownFlashes } from './places.ts'
import type { ShownFlashes } from './shown-flashes.ts'

export interface StartMedia {
  fastStart: FastStartMedia | null
  flashes: ShownFlashes
}

/** What a player starts with: nothing of a video that flashes before the viewer has chosen. */
export async function loadStartMedia(
  video: Pick<VideoHost, 'fastStartOf' | 'flashesOf'>,
  uid: string,
): Promise<StartMedia> {
  const [fastStart, { spans }] = await Promise.all([video.fastStartOf(uid), video.flashesOf(uid)])
  return { fastStart: spans.length > 0 ? null : fastStart, flashes: shownFlashes(spans) }
}
