import type { RouterContextProvider } from 'react-router'
import { serializeOwnEpisode } from '#app/api/serialize-episode.ts'
import { hoshiContext } from '#app/http/context.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import { toOwnRow } from '#app/own-episodes/own-row.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { OwnList } from './own-list.ts'

/** The complete list of an account's own episodes. */
export async function loadOwnList(context: Readonly<RouterContextProvider>, account: Account): Promise<OwnList> {
  const { catalog, engagement } = context.get(hoshiContext)
  // Taken first: a change during the queries is sent after it.
  const cursor = engagement.live.currentCursor(account.uid)
  const episodes = await fetchAll((next) => catalog.own(account, { cursor: next }))
  const own = await engagement.counts.addGrowthTo(episodes)
  return { rows: own.map((each) => toOwnRow(serializeOwnEpisode(each, videoFailureText))), cursor }
}

async function fetchAll(
  page: (cursor?: string) => Promise<{ episodes: Episode[]; nextCursor: string | null }>,
): Promise<Episode[]> {
  const first = await page()
  const all = first.episodes
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const { episodes, nextCursor } = await page(cursor)
    all.push(...episodes)
    cursor = nextCursor
  }
  return all
}
