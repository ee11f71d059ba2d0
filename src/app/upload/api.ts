import type { SameFile } from '#catalog/episode.ts'
import type { UploadAddress, Video } from '#video/video.ts'

/** A video as the API writes it. */
export type ApiVideo = Pick<Video, 'uid' | 'status' | 'durationSeconds' | 'playback' | 'sha256'> & {
  sameAs: SameFile | null
}

export interface NewEpisodeBody {
  title: string
  genre: string
  nsfw: boolean
  videoId: string
  description?: string
  tags?: string[]
}

/** The server said no (a problem document), or could not be reached (status 0). */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string | null
  /** The sentence a person may read. */
  readonly detail: string | null
  /** Name of the one input at fault. */
  readonly field: string | null

  constructor(
    status: number,
    code: string | null,
    detail: string | null,
    cause?: unknown,
    field: string | null = null,
  ) {
    super(code ?? `status ${status}`, { cause })
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.detail = detail
    this.field = field
  }

  /** Whether asking again later may help: a server that is away or coming back. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

export async function requestUpload(
  upload: { name: string; sizeBytes: number },
  signal: AbortSignal,
): Promise<Pick<UploadAddress, 'uid' | 'uploadURL' | 'protocols'>> {
  return call('POST', '/api/v1/videos', upload, signal)
}

export async function readVideo(uid: string, signal: AbortSignal): Promise<ApiVideo> {
  return call('GET', `/api/v1/videos/${encodeURIComponent(uid)}`, undefined, signal)
}

/** An own file that arrived under the same name and with the same size; null as well when that cannot be told. */
export async function findLikeFile(file: { name: string; size: number }): Promise<SameFile | null> {
  const query = new URLSearchParams({ name: file.name, sizeBytes: String(file.size) })
  try {
    const path = `/api/v1/videos/like?${query}`
    return (await call<{ like: SameFile | null }>('GET', path, undefined, AbortSignal.timeout(10_000))).like
  } catch {
    return null
  }
}

/** Removes a video that no episode stands on. What cannot be told now expires by itself. */
export async function dropVideo(uid: string): Promise<void> {
  const path = `/api/v1/videos/${encodeURIComponent(uid)}`
  await fetch(path, { method: 'DELETE', keepalive: true }).catch(() => null)
}

export async function saveEpisode(episode: NewEpisodeBody, signal: AbortSignal): Promise<void> {
  await call('POST', '/api/v1/episodes', episode, signal)
}

/** Whether the session is still there; true when that cannot be told, as the next call will tell. */
export async function isStillSignedIn(signal: AbortSignal): Promise<boolean> {
  try {
    return (await call('GET', '/api/auth/get-session', undefined, signal)) !== null
  } catch {
    return true
  }
}

/** One call of the API. @throws ApiProblem */
export async function call<Answer>(method: string, path: string, body: unknown, signal: AbortSignal): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      signal,
      ...(body === undefined ? {} : sendable(body)),
    })
  } catch (cause) {
    throw new ApiProblem(0, null, null, cause)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const { code, detail, field } = (answer ?? {}) as Record<string, unknown>
  const text = (raw: unknown) => (typeof raw === 'string' ? raw : null)
  throw new ApiProblem(response.status, text(code), text(detail), undefined, text(field))
}

/** A file goes as it is, everything else as JSON. */
function sendable(body: unknown): Pick<RequestInit, 'headers' | 'body'> {
  // A file of no known type is named as bytes: what it is, the server sees for itself.
  if (body instanceof Blob) return { headers: { 'Content-Type': body.type || 'application/octet-stream' }, body }
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}

/** Repeats a call that met a server on its way back, for about half a minute. */
export async function patiently<Answer>(signal: AbortSignal, attempt: () => Promise<Answer>): Promise<Answer> {
  for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 15_000]) {
    try {
      return await attempt()
    } catch (problem) {
      if (signal.aborted || !(problem instanceof ApiProblem && problem.isPassing)) throw problem
      await pause(pauseMs, signal)
    }
  }
  return attempt()
}

/** Resolves after a while, or at once when the signal falls. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
