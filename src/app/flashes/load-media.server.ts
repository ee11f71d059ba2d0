import type { FastStartMedia, FlashSpan } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'

export interface StartMedia {
  fastStart: FastStartMedia | null
  flashes: FlashSpan[]
}

/** What a player starts with: nothing of a video that flashes before the viewer has chosen. */
export async function loadStartMedia(
  video: Pick<VideoHost, 'fastStartOf' | 'flashesOf'>,
  uid: string,
): Promise<StartMedia> {
  const [fastStart, { spans: flashes }] = await Promise.all([video.fastStartOf(uid), video.flashesOf(uid)])
  return { fastStart: flashes.length > 0 ? null : fastStart, flashes }
}
