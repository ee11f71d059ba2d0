import { hoshiContext } from '#app/context.ts'
import { refusePage } from '#app/refused.server.ts'
import { EPISODES_PER_SITEMAP, sitemap, sitemapIndex } from '#app/sitemap.ts'
import type { Route } from './+types/sitemap'

const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' }

/** What search engines may list: the pages, the episodes that Explore lists, their creators. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog, publicUrl } = context.get(hoshiContext)
  const from = new URL(request.url).searchParams.get('from')
  if (from === null) {
    const parts = await catalog.listedParts(EPISODES_PER_SITEMAP)
    if (parts.length > 0) return new Response(sitemapIndex(publicUrl, parts), { headers })
  }
  const start = from === 'first' ? null : from
  // A cursor that is none is refused before the answer begins.
  if (start !== null) await catalog.listedAddresses({ cursor: start, limit: 1 }).catch(refusePage)
  const pieces = sitemap(publicUrl, catalog.listedAddresses, start)
  return new Response(streamed(pieces), { headers })
}

/** Sent as it is read, so that a long list costs no memory. */
function streamed(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}
