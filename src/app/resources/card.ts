import { data } from 'react-router'
import { type Hoshi, hoshiContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { creatorCard, episodeCard, seriesCard } from '#app/share/link-card.server.ts'
import { EXPLORE_PAGE } from '#catalog/episode.ts'
import { cardName, type LinkCard } from '#video/cards/link-card.server.ts'
import type { Route } from './+types/card'

/**
 * The picture of a page for link previews, as a JPEG: the present one, whichever was asked for. While it cannot be drawn, the
 * picture without words stands for it.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const rooms = context.get(hoshiContext)
  const card = await findCard(rooms, params.kind, params.id).catch(refusePage)
  if (!card) throw data(null, { status: 404 })
  // The page may be private with the next answer.
  const headers = { 'Cache-Control': 'no-cache', ETag: `"${cardName(card)}"` }
  if (request.headers.get('if-none-match') === headers.ETag) return new Response(null, { status: 304, headers })
  const jpeg = await rooms.cards.draw(card)
  if (!jpeg)
    return new Response(null, { status: 302, headers: { Location: card.picture, 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(jpeg), { headers: { ...headers, 'Content-Type': 'image/jpeg' } })
}

/** The card that strangers see. @throws Refusal when they do not find the page */
async function findCard(rooms: Hoshi, kind: string, id: string): Promise<LinkCard | null> {
  const { catalog, series, creators } = rooms
  if (kind === 'episodes') return episodeCard(await catalog.find(id, null))
  if (kind === 'series') return seriesCard(await series.find(id, null))
  const creator = kind === 'creators' ? await creators.find(id) : null
  if (!creator) return null
  return creatorCard(creator, (await catalog.byCreator(id, null, { limit: EXPLORE_PAGE })).episodes)
}
