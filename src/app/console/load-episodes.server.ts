import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import type { ModeratedEpisode } from '#catalog/episode-moderation.server.ts'
import { readEpisodesView } from './episodes-url.ts'

/** An episode, as the page receives it. */
export type EpisodeItem = Awaited<ReturnType<typeof loadEpisodes>>['items'][number]

/** Reads one page of the episodes that moderators can open. */
export async function loadEpisodes(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const { catalog, administration } = context.get(hoshiContext)
  const view = readEpisodesView(searchParams)
  const { search, mark, cursor } = view
  const query = { search, ...(mark && { mark }), ...(cursor !== null && { cursor }) }
  const { episodes, nextCursor } = await catalog.moderation.page(query).catch(refusePage)
  const names = await administration.accounts.namesOf([...new Set(episodes.map(({ creatorId }) => creatorId))])
  const items = episodes.map((episode) => ({
    ...shown(episode),
    creator: { uid: episode.creatorId, name: names.get(episode.creatorId) ?? 'A deleted account' },
  }))
  return { view, items, nextCursor }
}

function shown({ id, title, date, visibility, nsfw, nsfwReason, restriction, hold }: ModeratedEpisode) {
  return { id, title, date, visibility, nsfw, nsfwReason, restriction, isHeld: hold !== null }
}
