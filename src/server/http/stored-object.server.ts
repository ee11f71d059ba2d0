import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#platform/log.server.ts'
import { type ByteRange, ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { parseRange } from './range.ts'

/** Answers what lies below one folder of addresses before any framework; false when the request is for another. */
export type ObjectHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/** An object that may be sent. Its key names one content for ever. */
export interface ServedObject {
  key: string
  sizeBytes: number
  type: string
  /** Whether every cache may keep it; otherwise none may. */
  isPublic: boolean
}

const publicCache = 'public, max-age=31536000, immutable'
const privateCache = 'private, no-store'
const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Serves GET and HEAD below a folder; nothing below it reaches the screens, whatever hides behind escapes.
 *
 * @param folder the first word of its addresses
 * @param choose which object a request is for; null answers 404
 */
export function createObjectHandler(
  folder: string,
  storage: ObjectStorage,
  log: Log,
  choose: (request: IncomingMessage) => Promise<ServedObject | null>,
): ObjectHandler {
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, { Allow: 'GET, HEAD' })
    const chosen = await choose(request)
    if (!chosen) return end(response, 404)
    await send(storage, request, response, chosen)
  }

  return (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith(`/${folder}/`) && url !== `/${folder}`) return false
    serve(request, response).catch((error) => {
      if (response.headersSent) return void response.destroy()
      if (error instanceof ObjectMissing) return end(response, 404)
      log.error({ err: error }, `${folder}: answering failed`)
      end(response, 503, { 'Retry-After': '5' })
    })
    return true
  }
}

async function send(
  storage: ObjectStorage,
  request: IncomingMessage,
  response: ServerResponse,
  object: ServedObject,
): Promise<void> {
  const { key, sizeBytes, type, isPublic } = object
  // A name is written once, so the name and the size say which bytes these are.
  const tag = `"${createHash('sha256').update(`${key} ${sizeBytes}`).digest('base64url').slice(0, 22)}"`
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    'Cache-Control': isPublic ? publicCache : privateCache,
    ETag: tag,
  }
  if (matches(request.headers['if-none-match'], tag)) return end(response, 304, headers)
  const conditional = request.headers['if-range']
  const range = conditional === undefined || conditional === tag ? parseRange(request.headers.range, sizeBytes) : null
  if (range === 'unsatisfiable') return end(response, 416, { ...headers, 'Content-Range': `bytes */${sizeBytes}` })
  const part: ByteRange | null = range
  headers['Content-Length'] = String(part ? part.end - part.start + 1 : sizeBytes)
  if (part) headers['Content-Range'] = `bytes ${part.start}-${part.end}/${sizeBytes}`
  const status = part ? 206 : 200
  if (request.method === 'HEAD' || sizeBytes === 0) return end(response, status, headers)
  const stream = await storage.read(key, part ?? undefined)
  response.writeHead(status, { ...safety, ...headers })
  await pipeline(stream, response)
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
