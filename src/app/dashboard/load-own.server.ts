import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import { ownRowOf } from '#app/own-episodes/own-row.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { OwnList } from './own-list.ts'

/** The complete list of an account's own episodes, and the growth of their counts. */
export async function loadOwnList(context: Readonly<RouterContextProvider>, account: Account): Promise<OwnList> {
  const { catalog, engagement } = context.get(hoshiContext)
  const [episodes, totals] = await Promise.all([
    fetchAll((cursor) => catalog.own(account, { cursor })),
    catalog.playableIdsOf(account.uid).then((ids) => engagement.totalsOf(ids)),
  ])
  const counted = await engagement.withCounts(episodes)
  return { rows: counted.map(ownRowOf), growth: totals }
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
