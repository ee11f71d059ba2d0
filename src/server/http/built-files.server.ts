import { statSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

const FOR_EVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/**
 * The files that the build made for browsers, compressed where it left them so. A name with a hash never means other
 * bytes and is kept for a year; every other file for an hour, and is asked for by its tag afterwards. What is not there
 * goes on to the next handler.
 *
 * @param root the client folder of the build
 */
export function builtFiles(root: string): MiddlewareHandler {
  const send = serveStatic({ root, precompressed: true })
  return async (c, next) => {
    const answer = await send(c, next)
    if (!(answer instanceof Response)) return answer
    const { headers } = answer
    const tag = tagOf(join(root, c.req.path))
    headers.set('Cache-Control', c.req.path.startsWith('/assets/') ? FOR_EVER : AN_HOUR)
    headers.set('Vary', 'Accept-Encoding')
    headers.set('ETag', tag)
    if (!isAmong(tag, c.req.header('if-none-match'))) return answer
    await answer.body?.cancel()
    for (const name of ['Content-Length', 'Content-Encoding', 'Content-Type']) headers.delete(name)
    return new Response(null, { status: 304, headers })
  }
}

/** Weak, since the compressed forms share it. */
function tagOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
}

function isAmong(tag: string, wanted = ''): boolean {
  return wanted.trim() === '*' || wanted.split(',').some((each) => each.trim().replace(/^(?!W\/)/, 'W/') === tag)
}
