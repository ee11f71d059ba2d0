import type { ApiAnswer, ApiMethod, ApiPath, ApiRequest } from './api-calls.ts'

/** The server refused (with a problem document) or could not be reached (status 0). */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string | null
  /** A message for the user. */
  readonly detail: string | null
  /** Name of the one input at fault. */
  readonly field: string | null
  /** Seconds until the next attempt, if the server states them. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string | null,
    detail: string | null,
    cause?: unknown,
    field: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(code ?? `status ${status}`, { cause })
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.detail = detail
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether a later retry may succeed: the server is unreachable or restarting. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/**
 * Calls the API, by the types of its routes.
 * @param path under `/api/v1`, with the names of its parameters (`/videos/:uid`)
 * @throws ApiProblem
 */
export function callApi<Path extends ApiPath, Method extends ApiMethod<Path>>(
  method: Method,
  path: Path,
  request: ApiRequest<Path, Method>,
): Promise<ApiAnswer<Path, Method>> {
  const { param = {}, query = {}, json, body = json, ...rest }: AnyRequest = request
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return requestJson(method, `/api/v1${filled}${search && `?${search}`}`, { ...rest, body })
}

/**
 * Sends a request and reads the JSON of its answer; for the routes of sign-in, whose types are the library's own.
 * @param path from the root of the site
 * @throws ApiProblem
 */
export async function requestJson<Result>(
  method: string,
  path: string,
  { body, signal, credentials = 'same-origin' }: Pick<AnyRequest, 'body' | 'signal' | 'credentials'> = {},
): Promise<Result> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials,
      ...(signal && { signal }),
      ...(body === undefined ? {} : bodyInit(body)),
    })
  } catch (cause) {
    throw new ApiProblem(0, null, null, cause)
  }
  const payload: unknown = await response.json().catch(() => null)
  if (response.ok) return payload as Result
  const { code, detail, field } = (payload ?? {}) as Record<string, unknown>
  const text = (raw: unknown) => (typeof raw === 'string' ? raw : null)
  const retryAfter = Number(response.headers.get('Retry-After'))
  const seconds = retryAfter > 0 ? retryAfter : null
  throw new ApiProblem(response.status, text(code), text(detail), undefined, text(field), seconds)
}

/** The parts of any call's request. */
interface AnyRequest {
  param?: Record<string, string>
  query?: Record<string, unknown>
  json?: unknown
  body?: unknown
  signal?: AbortSignal
  credentials?: RequestCredentials
}

/** A form is sent as one, a file as raw bytes, everything else as JSON. */
function bodyInit(body: unknown): Pick<RequestInit, 'headers' | 'body'> {
  if (body instanceof FormData) return { body }
  // The server detects the type of a file that has none.
  if (body instanceof Blob) return { headers: { 'Content-Type': body.type || 'application/octet-stream' }, body }
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}

/** Retries a call for about half a minute while the server is unavailable. */
export async function withRetries<Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  for (const delayMs of [500, 1_000, 2_000, 4_000, 8_000, 15_000]) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiProblem && error.isTransient)) throw error
      await delay(delayMs, signal)
    }
  }
  return attempt()
}

/** Resolves after the delay, or as soon as the signal aborts. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
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
