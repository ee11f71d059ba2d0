import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KeptObject, KeptObjects } from '#platform/kept-objects.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isAllowedOrigin } from '#video/allowed-origins.ts'
import { PACE } from './pace.server.ts'
import { parseRange } from './range.ts'
import { sendPieces } from './send-pieces.server.ts'

/** Answers what lies below one folder of addresses before any framework; false when the request is for another. */
export type ObjectHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/** An object that may be sent. */
export interface ServedObject {
  key: string
  type: string
  /** More comes to lie under the key; otherwise it names one content for ever. */
  isGrowing?: boolean
  /** Whether every cache may keep it; otherwise none may. */
  isPublic: boolean
  /** Pages of other sites that may read it, as `allowedOrigins` names them; empty: all. Absent: none. */
  sharedWith?: readonly string[]
}

export interface ObjectHandlerParts {
  /** The first word of its addresses. */
  folder: string
  kept: KeptObjects
  log: Log
  /** Which object a request is for; null answers 404. */
  choose(request: IncomingMessage): ServedObject | null | Promise<ServedObject | null>
  /** Origin of pages that fetch these addresses from another host, a CDN's; null when pages and addresses share theirs. */
  pagesOrigin?: string | null
  /** Where the proxy in front finds the same keys by itself; it then sends the bytes, ranges and conditions included. */
  handoff?: string | null
}

type Headers = Record<string, string>

const publicCache = 'public, max-age=31536000, immutable'
const growingCache = 'public, no-cache'
const privateCache = 'private, no-store'
/** Of what some sites may read: a change of them shows within a minute also where copies are kept. */
const namedCache = 'public, max-age=60'
const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Players ask before they read ranges, or with headers of their own. */
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '60',
}

/** Serves GET and HEAD below a folder; nothing below it reaches the screens, whatever hides behind escapes. */
export function createObjectHandler(parts: ObjectHandlerParts): ObjectHandler {
  const { folder, kept, log, choose, pagesOrigin = null, handoff = null } = parts
  // The same for everybody: a cache that keeps an answer for a year gives it to pages of any day.
  const shared = pagesOrigin && {
    'Access-Control-Allow-Origin': pagesOrigin,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPreflight = request.method === 'OPTIONS'
    const chosen = isPreflight || isRead(request) ? await choose(request) : null
    if (isPreflight && chosen?.sharedWith) {
      return end(response, 204, { ...preflight, ...sharing(chosen, request.headers.origin, pagesOrigin) })
    }
    if (!isRead(request)) return end(response, 405, { Allow: 'GET, HEAD' })
    const object = chosen && (await kept.borrow(chosen.key))
    if (!object) return end(response, 404)
    try {
      const headers: Headers = {
        ...safety,
        'Content-Type': chosen.type,
        'Cache-Control': cacheOf(chosen),
        ...(chosen.isPublic ? shared : null),
        ...(chosen.sharedWith && sharing(chosen, request.headers.origin, pagesOrigin)),
      }
      if (handoff) return end(response, 200, { ...headers, 'X-Accel-Redirect': `${handoff}/${chosen.key}` })
      await send(request, response, object, headers)
    } finally {
      kept.giveBack(object)
    }
  }

  return (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith(`/${folder}/`) && url !== `/${folder}`) return false
    serve(request, response).catch((error) => {
      log.error({ err: error }, `${folder}: answering failed`)
      if (response.headersSent) return void response.destroy()
      end(response, 503, { 'Retry-After': '5' })
    })
    return true
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function cacheOf({ isPublic, isGrowing, sharedWith }: ServedObject): string {
  if (!isPublic) return privateCache
  if (isGrowing) return growingCache
  return sharedWith?.length ? namedCache : publicCache
}

/** What lets pages of other sites read an object: of all, or of those that are named, our own always among them. */
function sharing({ sharedWith = [] }: ServedObject, origin: string | undefined, pagesOrigin: string | null): Headers {
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
  response: ServerResponse,
  object: KeptObject,
  headers: Headers,
): Promise<void> {
  const { sizeBytes, tag } = object
  headers['Accept-Ranges'] = 'bytes'
  headers.ETag = tag
  if (matches(request.headers['if-none-match'], tag)) return end(response, 304, headers)
  const conditional = request.headers['if-range']
  const range = conditional === undefined || conditional === tag ? parseRange(request.headers.range, sizeBytes) : null
  if (range === 'unsatisfiable') return end(response, 416, { ...headers, 'Content-Range': `bytes */${sizeBytes}` })
  const { start, end: last } = range ?? { start: 0, end: sizeBytes - 1 }
  headers['Content-Length'] = String(last - start + 1)
  if (range) headers['Content-Range'] = `bytes ${start}-${last}/${sizeBytes}`
  response.writeHead(range ? 206 : 200, headers)
  if (request.method === 'HEAD' || sizeBytes === 0) return void response.end()
  if (object.bytes) {
    response.end(object.bytes.subarray(start, last + 1))
    // Mostly the system has taken all of it by now, and there is nobody to wait for.
    if (response.socket?.writableLength === 0) return
    response.setTimeout(PACE.unreadAnswerMs)
    return await over(request, response)
  }
  response.setTimeout(PACE.unreadAnswerMs)
  await sendPieces(object, { start, end: last }, response, over(request, response))
  response.end()
}

/** Whether sent or cut off. An answer that waits behind another one hears of the cut only through its request. */
function over(request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    request.once('close', resolve)
  })
}

function end(response: ServerResponse, status: number, headers: Headers = {}): void {
  const cache = status >= 400 ? { 'Cache-Control': 'no-store' } : {}
  response.writeHead(status, { ...safety, ...headers, ...cache })
  response.end()
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
