import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Account } from '#identity/account.ts'
import type { Log } from '#platform/log.server.ts'
import { type ByteRange, ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import type { MediaGate } from '#video/media-gate.server.ts'
import { parseMediaPath } from './media-path.ts'
import { parseRange } from './range.ts'

export interface MediaParts {
  gate: MediaGate
  storage: ObjectStorage
  accountFor(headers: Headers): Promise<Account | null>
  log: Log
}

/** Serves /media/… before any framework; false when the request is not for media. */
export type MediaHandler = (request: IncomingMessage, response: ServerResponse) => boolean

const publicCache = 'public, max-age=31536000, immutable'
const privateCache = 'private, no-store'

export function createMediaHandler(parts: MediaParts): MediaHandler {
  const { gate, storage, accountFor, log } = parts

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return end(response, 405, { Allow: 'GET, HEAD' })
    }
    const path = parseMediaPath(request.url ?? '')
    if (!path) return end(response, 404)
    const access = await gate.accessTo(path.uid)
    if (access.kind === 'absent') return end(response, 404)
    const isPublic = access.kind === 'public'
    if (!isPublic && (await callerOf(request))?.uid !== access.creatorId) return end(response, 404)
    const key = `media/${path.uid}/${path.name}`
    const found = await storage.stat(key)
    if (!found) return end(response, 404)
    await send(request, response, { key, size: found.sizeBytes, type: path.type, isPublic })
  }

  async function callerOf(request: IncomingMessage): Promise<Account | null> {
    const { cookie } = request.headers
    return cookie ? await accountFor(new Headers({ cookie })) : null
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    object: { key: string; size: number; type: string; isPublic: boolean },
  ): Promise<void> {
    // A name is written once, so the name and the size say which bytes these are.
    const tag = `"${createHash('sha256').update(`${object.key} ${object.size}`).digest('base64url').slice(0, 22)}"`
    const headers: Record<string, string> = {
      'Content-Type': object.type,
      'Accept-Ranges': 'bytes',
      'Cache-Control': object.isPublic ? publicCache : privateCache,
      ETag: tag,
    }
    if (matches(request.headers['if-none-match'], tag)) return end(response, 304, headers)
    const conditional = request.headers['if-range']
    const range =
      conditional === undefined || conditional === tag ? parseRange(request.headers.range, object.size) : null
    if (range === 'unsatisfiable') {
      return end(response, 416, { ...headers, 'Content-Range': `bytes */${object.size}` })
    }
    const part: ByteRange | null = range
    headers['Content-Length'] = String(part ? part.end - part.start + 1 : object.size)
    if (part) headers['Content-Range'] = `bytes ${part.start}-${part.end}/${object.size}`
    const status = part ? 206 : 200
    if (request.method === 'HEAD' || object.size === 0) return end(response, status, headers)
    const stream = await storage.read(object.key, part ?? undefined)
    response.writeHead(status, { ...safety, ...headers })
    await pipeline(stream, response)
  }

  return (request, response) => {
    if (!isForMedia(request.url ?? '')) return false
    serve(request, response).catch((error) => {
      if (response.headersSent) return void response.destroy()
      if (error instanceof ObjectMissing) return end(response, 404)
      log.error({ err: error }, 'media: answering failed')
      end(response, 503, { 'Retry-After': '5' })
    })
    return true
  }
}

/** Also what hides the word behind escapes: nothing below /media may reach the screens. */
function isForMedia(url: string): boolean {
  return url.startsWith('/media/') || url === '/media'
}

const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  const cache = status >= 400 ? { 'Cache-Control': 'no-store' } : {}
  response.writeHead(status, { ...safety, ...headers, ...cache })
  response.end()
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
