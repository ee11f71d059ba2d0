import type { VideoJson } from '#app/api/video-schema.server.ts'
import { callApi, requestJson } from '#app/http/api-client.ts'
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
  return callApi('POST', '/videos', { json: upload, signal })
}

export async function readVideo(uid: string, signal: AbortSignal): Promise<ApiVideo> {
  return callApi('GET', '/videos/:uid', { param: { uid }, signal })
}

/** The video once it is probed or has failed, at the latest after these seconds. */
export async function readProbedVideo(uid: string, seconds: number, signal: AbortSignal): Promise<ApiVideo> {
  return callApi('GET', '/videos/:uid', { param: { uid }, query: { waitFor: 'measured', seconds }, signal })
}

/** An own file received earlier with the same name and size; null also when the request fails. */
export async function findSimilarFile(file: { name: string; size: number }): Promise<SameFile | null> {
  const query = { name: file.name, sizeBytes: file.size }
  try {
    return (await callApi('GET', '/videos/like', { query, signal: AbortSignal.timeout(10_000) })).like
  } catch {
    return null
  }
}

/** Removes a video that no episode uses. If the request fails, the video expires on the server. */
export async function deleteVideo(uid: string): Promise<void> {
  const path = `/api/v1/videos/${encodeURIComponent(uid)}`
  await fetch(path, { method: 'DELETE', keepalive: true }).catch(() => null)
}

/** @returns the id of the episode */
export async function saveEpisode(episode: NewEpisodeBody, signal: AbortSignal): Promise<string> {
  return (await callApi('POST', '/episodes', { json: episode, signal })).id
}

/** Whether the session still exists; true when unknown, as the next call will find out. */
export async function isStillSignedIn(signal: AbortSignal): Promise<boolean> {
  try {
    return (await requestJson('GET', '/api/auth/get-session', { signal })) !== null
  } catch {
    return true
  }
}
