import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import type { ModeratedEpisode } from '#catalog/episode-moderation.server.ts'
import type { Account } from '#identity/account.ts'
import { decisionsFor } from '#moderation/decision.ts'
import { readEpisodesView } from './episodes-url.ts'

/** Data of the list of episodes. */
export type EpisodesPage = Awaited<ReturnType<typeof loadEpisodes>>
/** An episode, as the page receives it. */
export type EpisodeItem = EpisodesPage['items'][number]

/** Reads one page of the episodes that moderators can open, with what the queue has about each. */
export async function loadEpisodes(
  context: Readonly<RouterContextProvider>,
  moderator: Account,
  { searchParams }: URL,
) {
  const { catalog, administration, moderation } = context.get(hoshiContext)
  const view = readEpisodesView(searchParams)
  const { search, mark, isOldestFirst, cursor } = view
  const query = { search, isOldestFirst, ...(mark && { mark }), ...(cursor !== null && { cursor }) }
  const { episodes, nextCursor } = await catalog.moderation.page(query).catch(refusePage)
  const decideId = searchParams.get('decide') ?? ''
  const beside = episodes.some(({ id }) => id === decideId) ? null : await catalog.moderation.find(decideId)
  const all = [...episodes, ...(beside?.isOpenToModerators ? [beside] : [])]
  const ids = all.map(({ id }) => id)
  const [names, media, reports, made] = await Promise.all([
    administration.accounts.namesOf([...new Set(all.map(({ creatorId }) => creatorId))]),
    catalog.findMany(ids, moderator),
    moderation.queue.openReportsOn(ids),
    moderation.decisions.recent(moderator, searchParams.get('done') ?? ''),
  ])
  const mediaOf = new Map(media.map((episode) => [episode.id, episode]))
  const toItem = (episode: ModeratedEpisode) => ({
    ...shown(episode),
    creator: { uid: episode.creatorId, name: names.get(episode.creatorId) ?? 'A deleted account' },
    poster: mediaOf.get(episode.id)?.poster ?? null,
    durationSeconds: mediaOf.get(episode.id)?.durationSeconds ?? null,
    reports: reports.get(episode.id) ?? null,
  })
  const decided = all.find(({ id }) => id === decideId)
  return {
    view,
    nextCursor,
    made,
    items: episodes.map(toItem),
    /** The episode of the open decision sheet. */
    sheet: decided ? { ...toItem(decided), choices: decisionsFor('episode') } : null,
  }
}

function shown({ id, title, genre, date, visibility, nsfw, nsfwReason, restriction, hold }: ModeratedEpisode) {
  return { id, title, genre, date, visibility, nsfw, nsfwReason, restriction, isHeld: hold !== null }
}
