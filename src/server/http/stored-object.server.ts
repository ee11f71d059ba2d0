import type { IncomingMessage, ServerResponse } from 'node:http'
import { TDM_RESERVATION, tdmReservation } from '#creators/training-reservation.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CachedObject, JoinedObject, ServingCache } from '#platform/object-cache.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { isAllowedOrigin } from '#video/allowed-origins.ts'
import type { CacheClass } from '#video/stored-objects.ts'
import { attachment } from './attachment.ts'
import { errorResponseFor } from './problem.ts'
import { parseRange } from './range.ts'
import { sendRange } from './send-range.server.ts'
import { STALL_TIMEOUTS } from './stall-timeouts.server.ts'

/** Handles requests below one path before any framework; returns false for all others. */
export type ObjectHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/** An object that may be sent. */
export interface ServedObject {
  key: string
  type: string
  /** Immutable by default. */
  cache?: CacheClass
  /** Whether every cache may store it; otherwise none may. */
  isPublic: boolean
  /** Whether it is reserved from the training of models; so by default. */
  isTrainingReserved?: boolean
  /** Whether copies expire soon, because it is public only for those who have its address. */
  isUnlisted?: boolean
  /** Pages of other sites that may read it, as `allowedOrigins` names them; empty: all. Absent: none. */
  sharedWith?: readonly string[]
  /** Whether it is put together of several objects, so that no proxy finds it as one. */
  isJoined?: boolean
  /** Name of the file, where it is to be kept instead of shown. */
  downloadName?: string
  /** Why it is not sent to those who may see it. */
  refusedWith?: RefusalCode
}

export interface ObjectHandlerParts {
  /** The first segment of its paths. */
  folder: string
  objectCache: ServingCache
  log: Log
  /** Returns the object that a request is for; null means 404. */
  resolveObject(request: IncomingMessage): ServedObject | null | Promise<ServedObject | null>
  /** Origin of our pages when they fetch these objects from a CDN; null when both share one origin. */
  pagesOrigin?: string | null
  /** Where the proxy in front finds the same keys; it then sends the bytes, and handles ranges and conditions. */
  handoff?: string | null
  /** Called with each answer when its head is written. */
  onAnswer?: ((request: IncomingMessage, status: number, seconds: number) => void) | undefined
}

type Headers = Record<string, string>

/** An answer, and who hears that its head is written. */
interface Answer {
  response: ServerResponse
  onHead(status: number): void
}

const publicCache = 'public, max-age=31536000, immutable'
const growingCache = 'public, no-cache'
const privateCache = 'private, no-store'
/** For objects that only named sites may read: a change of the names reaches caches within a minute. */
const restrictedCache = 'public, max-age=60'
/** `Cache-Control` of objects of unlisted episodes, which may become private. */
const unlistedCache = 'public, max-age=300'
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  [TDM_RESERVATION]: tdmReservation(true),
}

/** Players send a preflight before ranges and custom headers. */
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '60',
}

/** Serves GET and HEAD below a folder; nothing below it reaches the screens, in any escaping. */
export function createObjectHandler(parts: ObjectHandlerParts): ObjectHandler {
  const { folder, objectCache, log, resolveObject, pagesOrigin = null, handoff = null, onAnswer } = parts
  // These headers do not depend on the request, because a cache may reuse a response for a year.
  const pagesCors = pagesOrigin && {
    'Access-Control-Allow-Origin': pagesOrigin,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }

  async function serve(request: IncomingMessage, answer: Answer): Promise<void> {
    const isPreflight = request.method === 'OPTIONS'
    const target = isPreflight || isRead(request) ? await resolveObject(request) : null
    if (isPreflight && target?.sharedWith) {
      return end(answer, 204, { ...preflight, ...crossOriginHeaders(target, request.headers.origin, pagesOrigin) })
    }
    if (!isRead(request)) return end(answer, 405, { Allow: 'GET, HEAD' })
    if (target?.refusedWith) return refuse(answer, target.refusedWith)
    const object = target && (await objectCache.acquire(target.key))
    if (!object) return end(answer, 404)
    try {
      const headers: Headers = {
        ...securityHeaders,
        [TDM_RESERVATION]: tdmReservation(target.isTrainingReserved ?? true),
        'Content-Type': target.type,
        'Cache-Control': cacheOf(target),
        ...(target.isPublic ? pagesCors : null),
        ...(target.downloadName && { 'Content-Disposition': attachment(target.downloadName) }),
        ...(target.sharedWith && crossOriginHeaders(target, request.headers.origin, pagesOrigin)),
      }
      if (handoff && !target.isJoined)
        return end(answer, 200, { ...headers, 'X-Accel-Redirect': `${handoff}/${target.key}` })
      await send(request, answer, object, headers)
    } finally {
      objectCache.release(object)
    }
  }

  return (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith(`/${folder}/`) && url !== `/${folder}`) return false
    const startedAt = performance.now()
    const answer: Answer = {
      response,
      onHead: (status) => onAnswer?.(request, status, (performance.now() - startedAt) / 1000),
    }
    serve(request, answer).catch((error) => {
      log.error({ err: error }, `${folder}: request failed`)
      if (response.headersSent) return void response.destroy()
      end(answer, 503, { 'Retry-After': '5' })
    })
    return true
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function cacheOf({ isPublic, isUnlisted, cache, sharedWith, downloadName }: ServedObject): string {
  if (!isPublic) return privateCache
  if (cache === 'growing') return growingCache
  // Its creator may rename the episode, or close downloads.
  if (sharedWith?.length || downloadName) return restrictedCache
  return isUnlisted ? unlistedCache : publicCache
}

/** Headers that let pages of other sites read an object: of all sites, or of the named ones and our own. */
function crossOriginHeaders(
  { sharedWith = [] }: ServedObject,
  origin: string | undefined,
  pagesOrigin: string | null,
): Headers {
  const crossOrigin = {
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Expose-Headers': 'Content-Range, ETag',
  }
  if (sharedWith.length === 0) return { ...crossOrigin, 'Access-Control-Allow-Origin': '*' }
  const isNamed = origin !== undefined && origin !== pagesOrigin && isAllowedOrigin(sharedWith, origin)
  return { Vary: 'Origin', ...(isNamed ? { ...crossOrigin, 'Access-Control-Allow-Origin': origin } : {}) }
}

async function send(
  request: IncomingMessage,
  answer: Answer,
  object: CachedObject | JoinedObject,
  headers: Headers,
): Promise<void> {
  const { response } = answer
  const { sizeBytes, tag } = object
  headers['Accept-Ranges'] = 'bytes'
  headers.ETag = tag
  if (matches(request.headers['if-none-match'], tag)) return end(answer, 304, headers)
  const conditional = request.headers['if-range']
  // A range is a part of the body that GET sends (RFC 9110, 14.2).
  const isRanged = request.method === 'GET' && (conditional === undefined || conditional === tag)
  const range = isRanged ? parseRange(request.headers.range, sizeBytes) : null
  if (range === 'unsatisfiable') return end(answer, 416, { ...headers, 'Content-Range': `bytes */${sizeBytes}` })
  const { start, end: last } = range ?? { start: 0, end: sizeBytes - 1 }
  headers['Content-Length'] = String(last - start + 1)
  if (range) headers['Content-Range'] = `bytes ${start}-${last}/${sizeBytes}`
  const status = range ? 206 : 200
  answer.onHead(status)
  response.writeHead(status, headers)
  if (request.method === 'HEAD' || sizeBytes === 0) return void response.end()
  if (object.bytes) {
    response.end(object.bytes.subarray(start, last + 1))
    // Usually the system has taken all of it by now, and there is nothing to wait for.
    if (response.socket?.writableLength === 0) return
    response.setTimeout(STALL_TIMEOUTS.unreadResponseMs)
    return await untilClosed(request, response)
  }
  response.setTimeout(STALL_TIMEOUTS.unreadResponseMs)
  await sendRange(object, { start, end: last }, response, untilClosed(request, response))
  response.end()
}

/** Resolves when the response is sent or cut off. A pipelined response learns of a disconnect from its request only. */
function untilClosed(request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    // Without a connection neither emits another event.
    if (request.socket.destroyed) return resolve()
    response.once('close', resolve)
    request.once('close', resolve)
  })
}

function end({ response, onHead }: Answer, status: number, headers: Headers = {}): void {
  const cache = status >= 400 ? { 'Cache-Control': 'no-store' } : {}
  onHead(status)
  response.writeHead(status, { ...securityHeaders, ...headers, ...cache })
  response.end()
}

function refuse({ response, onHead }: Answer, code: RefusalCode): void {
  const { problem } = errorResponseFor(new Refusal(code), newId())
  onHead(problem.status)
  response.writeHead(problem.status, {
    ...securityHeaders,
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  })
  response.end(JSON.stringify(problem))
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
