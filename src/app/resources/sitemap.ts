import { hoshiContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import type { Route } from './+types/sitemap'
import { EPISODES_PER_SITEMAP, sitemap, sitemapIndex } from './sitemap-document.ts'

const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' }

/** URLs for search engines: the site pages, the episodes listed in Explore, their creators and series. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog, series, publicUrl } = context.get(hoshiContext)
  const from = new URL(request.url).searchParams.get('from')
  if (from === null) {
    const parts = await catalog.sitemap.cursors(EPISODES_PER_SITEMAP)
    if (parts.length > 0) return new Response(sitemapIndex(publicUrl, parts), { headers })
  }
  const start = from === 'first' ? null : from
  // An invalid cursor is refused before the response starts.
  if (start !== null) await catalog.sitemap.entries({ cursor: start, limit: 1 }).catch(refusePage)
  const chunks = sitemap(publicUrl, catalog.sitemap.entries, series.seriesAround, start)
  return new Response(toStream(chunks), { headers })
}

/** Streams the chunks as they are generated, so that a long list is never held in memory. */
function toStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}
