import type { VideoJson } from '#app/api/video-schema.server.ts'
import { callApi } from '#app/http/api-client.ts'
import type { Visibility } from '#catalog/audience.ts'
import type { SameFile } from '#catalog/episode.ts'
import type { UploadTarget } from '#video/video.ts'

/** The fields of a video, as the API returns it, that pages use. */
export type ApiVideo = Pick<VideoJson, 'uid' | 'status' | 'durationSeconds' | 'playback' | 'sameAs'>

export interface NewEpisodeBody {
  title: string
  genre: string
  nsfw: boolean
  videoId: string
  description?: string
  tags?: string[]
  visibility?: Visibility
  publishAt?: string | null
}

export async function requestUpload(
  upload: { name: string; sizeBytes: number },
  signal: AbortSignal,
): Promise<Pick<UploadTarget, 'uid' | 'uploadURL' | 'protocols'>> {
  return callApi('POST', '/api/v1/videos', upload, signal)
}

export async function readVideo(uid: string, signal: AbortSignal): Promise<ApiVideo> {
  return callApi('GET', `/api/v1/videos/${encodeURIComponent(uid)}`, undefined, signal)
}

/** The video once it is probed or has failed, at the latest after these seconds. */
export async function readProbedVideo(uid: string, seconds: number, signal: AbortSignal): Promise<ApiVideo> {
  const query = new URLSearchParams({ waitFor: 'measured', seconds: String(seconds) })
  return callApi('GET', `/api/v1/videos/${encodeURIComponent(uid)}?${query}`, undefined, signal)
}

/** An own file received earlier with the same name and size; null also when the request fails. */
export async function findSimilarFile(file: { name: string; size: number }): Promise<SameFile | null> {
  const query = new URLSearchParams({ name: file.name, sizeBytes: String(file.size) })
  try {
    const path = `/api/v1/videos/like?${query}`
    return (await callApi<{ like: SameFile | null }>('GET', path, undefined, AbortSignal.timeout(10_000))).like
  } catch {
    return null
  }
}

/** Removes a video that no episode uses. If the request fails, the video expires on the server. */
export async function deleteVideo(uid: string): Promise<void> {
  const path = `/api/v1/videos/${encodeURIComponent(uid)}`
  await fetch(path, { method: 'DELETE', keepalive: true }).catch(() => null)
}

export async function saveEpisode(episode: NewEpisodeBody, signal: AbortSignal): Promise<void> {
  await callApi('POST', '/api/v1/episodes', episode, signal)
}

/** Whether the session still exists; true when unknown, as the next call will find out. */
export async function isStillSignedIn(signal: AbortSignal): Promise<boolean> {
  try {
    return (await callApi('GET', '/api/auth/get-session', undefined, signal)) !== null
  } catch {
    return true
  }
}
