import { hoshiContext } from '#app/context.ts'
import type { Route } from './+types/robots'

/** Paths closed to crawlers: personal pages, and URLs that are not pages. */
const closed = ['/api/', '/dashboard', '/library', '/logout', '/reset-password', '/settings', '/upload']

/** @see https://www.rfc-editor.org/rfc/rfc9309 */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(hoshiContext)
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  })
}
