import { hoshiContext, visitContext } from '#app/context.ts'
import { refusePage } from '#app/refused.server.ts'
import type { Route } from './+types/beginning'

/** What a player can begin an episode with, for pages that show it as a card; null when that is not known. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog, video } = context.get(hoshiContext)
  const { account } = context.get(visitContext)
  const episode = await catalog.find(params.episodeId, account).catch(refusePage)
  return Response.json(episode.hls === null ? null : await video.beginningOf(episode.videoId))
}
