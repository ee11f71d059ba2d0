import type { MiddlewareHandler } from 'hono'
import type { ServiceVideos } from '#video/service-videos.server.ts'
import type { HttpEnv } from './request-facts.ts'

const METHODS = 'OPTIONS, HEAD, PATCH, POST, DELETE'
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
  'X-Request-ID',
  'X-Requested-With',
].join(', ')
const ANSWER_HEADERS = [
  'Location',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'stream-media-id',
].join(', ')
/** As long as browsers remember an answer: who may send never changes for an address. */
const PREFLIGHT_SECONDS = 7200

/**
 * Lets pages of any site send bytes to addresses that programs of the hosted service's dialect asked for: the address is
 * the key, and no cookie is read there. All others, given or not, answer alike and as without this.
 */
export function openUploads(videos: Pick<ServiceVideos, 'isOpenUpload'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isOpen = await videos.isOpenUpload(c.req.param('key') ?? '')
    c.set('isOpenUpload', isOpen)
    await next()
    if (!isOpen) return
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', ANSWER_HEADERS)
    if (c.req.method !== 'OPTIONS') return
    c.header('Access-Control-Allow-Methods', METHODS)
    c.header('Access-Control-Allow-Headers', REQUEST_HEADERS)
    c.header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
  }
}
