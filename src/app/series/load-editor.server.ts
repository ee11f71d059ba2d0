import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { isListed } from '#catalog/audience.ts'
import type { Episode } from '#catalog/episode.ts'
import { Refusal } from '#platform/refusal.ts'
import { editRowsOf } from './list-order.ts'

/** Data of the editor. */
export type EditorData = Awaited<ReturnType<typeof loadEditor>>
export type EditorEpisode = EditorData['episodes'][number]

export async function loadEditor(context: Readonly<RouterContextProvider>, seriesId: string, url: URL) {
  const { series, catalog } = context.get(hoshiContext)
  // The form of a session that has ended is answered by the action, so that its values stay.
  const { account: current, isSubmission } = context.get(pageRequestContext)
  if (isSubmission && !current) throw data(null, { status: 401 })
  const account = requireAccount({ context, url })
  const found = await series.find(seriesId, account).catch(refusePage)
  if (found.creatorId !== account.uid) refusePage(new Refusal('series.owner_only'))
  const { episodes: own } = await catalog.own(account, {})
  const free = (await series.withOwnSeriesPositions(own)).filter((episode) => episode.seriesId === null)
  return {
    id: found.id,
    title: found.title,
    description: found.description,
    poster: found.poster,
    hasOwnPoster: found.hasOwnPoster,
    chosenCoverId: found.chosenCoverId,
    /** Parts whose poster may stand for the series. */
    covers: found.episodes.filter(({ audience, poster }) => isListed(audience) && poster !== null).map(shownEpisode),
    rows: editRowsOf(
      found.episodes.map(({ id, seriesNumber }) => ({ id, number: seriesNumber })),
      found.arcs,
    ),
    /** The episodes of the series, and those that may be added. */
    episodes: [...found.episodes, ...free].map(shownEpisode),
  }
}

function shownEpisode({ id, title, poster, durationSeconds, visibility }: Episode) {
  return { id, title, poster, durationSeconds, visibility }
}
