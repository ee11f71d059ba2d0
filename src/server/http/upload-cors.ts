import type { MiddlewareHandler } from 'hono'
import type { ServiceVideos } from '#video/embedded-host/service-videos.server.ts'
import type { HttpEnv } from './request-context.ts'

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
const EXPOSED_HEADERS = [
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
/** The longest that browsers cache a preflight: the response for a URL never changes. */
const PREFLIGHT_SECONDS = 7200

/**
 * Lets pages of any site upload to URLs requested through the compatible API: the URL is the credential, and no cookie
 * is read. All other URLs, issued or not, respond alike, as if this middleware did not exist.
 */
export function uploadCors(videos: Pick<ServiceVideos, 'isOpenUpload'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isOpen = await videos.isOpenUpload(c.req.param('key') ?? '')
    c.set('isOpenUpload', isOpen)
    await next()
    if (!isOpen) return
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    if (c.req.method !== 'OPTIONS') return
    c.header('Access-Control-Allow-Methods', METHODS)
    c.header('Access-Control-Allow-Headers', REQUEST_HEADERS)
    c.header('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
  }
}
