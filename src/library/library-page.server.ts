import type { Catalog } from '#catalog/catalog.server.ts'
import { readEpisodeCursor, writeEpisodeCursor } from '#catalog/episode-cursor.server.ts'
import type { ListedAt, ListQuery } from '#catalog/visible-page.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import { LIBRARY_PAGE, LIBRARY_PAGE_MAX, type LibraryPage } from './library.ts'
import { entriesOf, positionsOf } from './watched-rows.server.ts'

/** Range of a list: after the cursor, at most `limit` (clamped to 1 to 60) of those that match the search. */
export interface LibraryQuery {
  cursor?: string
  limit?: number
  search?: string
}

interface PageParts {
  db: Db
  catalog: Pick<Catalog, 'findMany' | 'visibleAmong' | 'visiblePage'>
  engagement: { counts: Pick<Engagement['counts'], 'addTo'> }
}

/**
 * One page of a person's list, the latest first, with only the episodes that the person may see now.
 * @throws Refusal catalog.cursor_invalid, catalog.search_invalid
 */
export async function findLibraryPage(
  parts: PageParts,
  account: Account,
  list: ListQuery,
  { cursor, limit, search }: LibraryQuery,
): Promise<LibraryPage> {
  const { db, catalog, engagement } = parts
  const place = cursor === undefined ? null : readEpisodeCursor(cursor)
  const after = place && { episodeId: place.id, at: place.publishedAt }
  const size = pageSize(limit, { size: LIBRARY_PAGE, maxSize: LIBRARY_PAGE_MAX })
  const range = { after, limit: size + 1 }
  const { entries, total } =
    search === undefined || search.trim() === ''
      ? await catalog.visiblePage(list, account, range)
      : await findMatching(parts, account, list, { search, ...range })
  const chosen = entries.slice(0, size)
  const last = chosen.at(-1)
  const ids = chosen.map((entry) => entry.episodeId)
  const [episodes, positions] = await Promise.all([
    catalog.findMany(ids, account).then((found) => engagement.counts.addTo(found)),
    positionsOf(db, account.uid, ids),
  ])
  const times = new Map(chosen.map((entry) => [entry.episodeId, entry.at]))
  return {
    episodes: episodes.map((episode) => ({
      ...episode,
      at: times.get(episode.id)!,
      positionSeconds: positions.get(episode.id) ?? null,
    })),
    total,
    nextCursor: entries.length > size && last ? writeEpisodeCursor({ publishedAt: last.at, id: last.episodeId }) : null,
  }
}

/** Reads the entire list: a search compares the texts of each entry, some of which are those of other rooms. */
async function findMatching(
  { db, catalog }: PageParts,
  account: Account,
  list: ListQuery,
  { search, after, limit }: { search: string; after: ListedAt | null; limit: number },
): Promise<{ entries: ListedAt[]; total: number }> {
  const all = await entriesOf(db, list)
  const matchingIds = await catalog.visibleAmong(
    all.map((entry) => entry.episodeId),
    account,
    search,
  )
  const matching = all.filter((entry) => matchingIds.has(entry.episodeId)).sort(latestFirst)
  const following = after ? matching.filter((entry) => latestFirst(after, entry) < 0) : matching
  return { entries: following.slice(0, limit), total: matching.length }
}

function latestFirst(one: ListedAt, other: ListedAt): number {
  const difference = other.at.getTime() - one.at.getTime()
  if (difference !== 0 || one.episodeId === other.episodeId) return difference
  return one.episodeId < other.episodeId ? 1 : -1
}
