import { statSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './request-context.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The route of every file in metrics, whatever its name. */
const FILES_ROUTE = 'files'
const ONE_HOUR = 'public, max-age=3600'

/** A worker has the policy of its own file. This one runs libass, which reads scripts and fonts of strangers. */
const CAPTIONS_WORKER = '/assets/captions-worker-'
const CAPTIONS_WORKER_POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`

/**
 * Serves the build's browser files, precompressed where available. Files with a hash in their name are cached for a
 * year as immutable; all others for an hour, then revalidated by their tag. Pages of any site may read those of the
 * embedded player. Every file has an extension; other paths, and missing files, go to the next handler.
 *
 * @param root the client folder of the build
 */
export function builtFiles(root: string): MiddlewareHandler<HttpEnv> {
  const send = serveStatic({ root, precompressed: true })
  return async (c, next) => {
    if (!c.req.path.includes('.')) return next()
    const response = await send(c, next)
    if (!(response instanceof Response)) return response
    c.set('route', FILES_ROUTE)
    const { headers } = response
    const tag = tagOf(join(root, c.req.path))
    headers.set('Cache-Control', c.req.path.startsWith('/assets/') ? IMMUTABLE : ONE_HOUR)
    headers.set('Vary', 'Accept-Encoding')
    if (c.req.path.startsWith('/embed/')) headers.set('Access-Control-Allow-Origin', '*')
    if (c.req.path.startsWith(CAPTIONS_WORKER)) headers.set('Content-Security-Policy', CAPTIONS_WORKER_POLICY)
    // Known as a video by its last letters.
    if (c.req.path.endsWith('.d.ts')) headers.set('Content-Type', 'text/plain; charset=utf-8')
    headers.set('ETag', tag)
    if (!matchesTag(tag, c.req.header('if-none-match'))) return response
    await response.body?.cancel()
    for (const name of ['Content-Length', 'Content-Encoding', 'Content-Type']) headers.delete(name)
    return new Response(null, { status: 304, headers })
  }
}

/** Weak, since the compressed forms share it. */
function tagOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
}

function matchesTag(tag: string, ifNoneMatch = ''): boolean {
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => each.trim().replace(/^(?!W\/)/, 'W/') === tag)
  )
}
