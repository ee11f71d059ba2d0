import type { Account } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { ShareRead } from '#platform/shared-reads.ts'
import { isListed } from './audience.ts'
import { countOwn, creatorRows } from './creator-episode-rows.server.ts'
import { factsOf } from './creator-facts.server.ts'
import { EXPLORE_PAGE, OWN_LIST_MAX, PAGE_MAX } from './episode.ts'
import { readEpisodeCursor, writeEpisodeCursor } from './episode-cursor.server.ts'
import type { createEpisodeLoading, EpisodePage, PageQuery } from './episode-loading.server.ts'
import { isOwner } from './episode-permissions.ts'
import type { EpisodeRow } from './episode-rows.server.ts'
import { findEpisodeRows } from './episodes-by-id.server.ts'
import { type ExploreParts, type ExploreQuery, findExplorePage } from './explore.server.ts'
import { listedRowsAmong } from './listed-episode-rows.server.ts'
import { newestListedOf } from './newest-rows.server.ts'
import type { SearchCaller } from './search-limiter.server.ts'

export interface EpisodeListsParts {
  db: Db
  loading: ReturnType<typeof createEpisodeLoading>
  search: Omit<ExploreParts, 'db'>
  sharePage?: ShareRead<EpisodePage>
}

const explorePage = { size: EXPLORE_PAGE, maxSize: PAGE_MAX }

/** @see EpisodeQueries.explore */
export async function explore(
  lists: EpisodeListsParts,
  { limit, ...query }: ExploreQuery & PageQuery,
  from?: SearchCaller,
): Promise<EpisodePage> {
  const size = pageSize(limit, explorePage)
  const { genre = '', trending = false, search = '', cursor } = query
  if (!lists.sharePage || search !== '' || cursor !== undefined) return readExplore(lists, query, size, from)
  return lists.sharePage(JSON.stringify([genre, trending, size]), () => readExplore(lists, query, size))
}

async function readExplore(
  { db, loading, search }: EpisodeListsParts,
  query: ExploreQuery & { cursor?: string },
  size: number,
  from?: SearchCaller,
): Promise<EpisodePage> {
  const { ids, ...page } = await findExplorePage({ db, ...search }, query, size, from ?? null)
  return { episodes: await loading.toEpisodes(stillListed(await findEpisodeRows(db, ids)), null), ...page }
}

/** @see EpisodeQueries.byCreator */
export async function byCreator(
  { db, loading }: EpisodeListsParts,
  creatorId: string,
  viewer: Account | null,
  page: PageQuery,
): Promise<EpisodePage> {
  if (!isPossibleId(creatorId)) return { episodes: [], total: 0, nextCursor: null }
  return loading.loadPage(
    page,
    viewer,
    (range) => creatorRows(db, creatorId, { ...range, isOwner: isOwner({ creatorId }, viewer) }),
    async () => (await factsOf(db, creatorId)).episodeCount,
  )
}

/** @see EpisodeQueries.own */
export async function own(
  { db, loading }: EpisodeListsParts,
  account: Pick<Account, 'uid'>,
  { limit = OWN_LIST_MAX, ...page }: PageQuery,
): Promise<EpisodePage> {
  return loading.loadPage(
    { ...page, limit },
    account,
    (range) => creatorRows(db, account.uid, { ...range, isOwner: true }),
    () => countOwn(db, account.uid),
    OWN_LIST_MAX,
  )
}

/** @see EpisodeQueries.newestOf */
export async function newestOf(
  { db, loading }: EpisodeListsParts,
  creatorIds: string[],
  { cursor, limit }: PageQuery,
): Promise<Omit<EpisodePage, 'total'>> {
  const after = cursor === undefined ? null : readEpisodeCursor(cursor)
  const size = pageSize(limit, explorePage)
  const found = await newestListedOf(db, creatorIds, { after, limit: size + 1 })
  const chosen = found.slice(0, size)
  const last = chosen.at(-1)
  const rows = await findEpisodeRows(
    db,
    chosen.map(({ id }) => id),
  )
  return {
    episodes: await loading.toEpisodes(stillListed(rows), null),
    nextCursor: found.length > size && last ? writeEpisodeCursor(last) : null,
  }
}

/** @see EpisodeQueries.newestAmong */
export async function newestAmong(
  { db, loading }: EpisodeListsParts,
  ids: string[],
  { cursor, limit }: PageQuery,
): Promise<Omit<EpisodePage, 'total'>> {
  const after = cursor === undefined ? null : readEpisodeCursor(cursor)
  const size = pageSize(limit, explorePage)
  const rows = await listedRowsAmong(db, ids, { after, limit: size + 1 })
  const chosen = rows.slice(0, size)
  const last = chosen.at(-1)
  return {
    episodes: await loading.toEpisodes(chosen, null),
    nextCursor: rows.length > size && last ? writeEpisodeCursor({ publishedAt: last.published_at, id: last.id }) : null,
  }
}

/** Drops episodes that have left Explore since their ids were read. */
function stillListed(rows: EpisodeRow[]): EpisodeRow[] {
  return rows.filter((row) => isListed(row.audience))
}
