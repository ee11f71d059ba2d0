import type { Catalog } from '#catalog/catalog.server.ts'
import { readCursor, writeCursor } from '#catalog/episode-cursor.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { LIBRARY_PAGE, LIBRARY_PAGE_MAX, type LibraryPage } from './library.ts'
import { type ListEntry, positionsOf } from './watched-rows.server.ts'

/** Range of a list: after the cursor, at most `limit` (clamped to 1 to 60) of those that match the search. */
export interface LibraryQuery {
  cursor?: string
  limit?: number
  search?: string
}

interface PageParts {
  db: Db
  catalog: Pick<Catalog, 'findMany' | 'visibleAmong'>
  engagement: Pick<Engagement, 'withCounts'>
}

/**
 * One page of a person's list, the latest first, with only what the person may see now. All ids of the list are filtered, since only that
 * gives an exact total; everything else is read for one page.
 * @throws Refusal catalog.cursor_invalid, catalog.search_invalid
 */
export async function findLibraryPage(
  { db, catalog, engagement }: PageParts,
  account: Account,
  list: ListEntry[],
  { cursor, limit, search }: LibraryQuery,
): Promise<LibraryPage> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const size = Math.min(LIBRARY_PAGE_MAX, Math.max(1, Math.trunc(limit ?? LIBRARY_PAGE)))
  const visibleIds = await catalog.visibleAmong(
    list.map((entry) => entry.episodeId),
    account,
    search,
  )
  const visible = list.filter((entry) => visibleIds.has(entry.episodeId)).sort(latestFirst)
  const following = after
    ? visible.filter((entry) => latestFirst({ episodeId: after.id, at: after.publishedAt }, entry) < 0)
    : visible
  const chosen = following.slice(0, size)
  const last = chosen.at(-1)
  const ids = chosen.map((entry) => entry.episodeId)
  const [episodes, positions] = await Promise.all([
    catalog.findMany(ids, account).then((found) => engagement.withCounts(found)),
    positionsOf(db, account.uid, ids),
  ])
  const times = new Map(chosen.map((entry) => [entry.episodeId, entry.at]))
  return {
    episodes: episodes.map((episode) => ({
      ...episode,
      at: times.get(episode.id)!,
      positionSeconds: positions.get(episode.id) ?? null,
    })),
    total: visible.length,
    nextCursor: following.length > size && last ? writeCursor({ publishedAt: last.at, id: last.episodeId }) : null,
  }
}

function latestFirst(one: ListEntry, other: ListEntry): number {
  const difference = other.at.getTime() - one.at.getTime()
  if (difference !== 0 || one.episodeId === other.episodeId) return difference
  return one.episodeId < other.episodeId ? 1 : -1
}
