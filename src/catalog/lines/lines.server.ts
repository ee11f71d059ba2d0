import type { Account } from '#identity/account.ts'
import { decodeCursor, encodeCursor, pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { EpisodeQueries } from '../episode-queries.server.ts'
import { foldWords } from '../search-folds.server.ts'
import type { SearchCaller, SearchLimiter } from '../search-limiter.server.ts'
import { readSearch } from '../search-term.ts'
import { LINES_MAX, LINES_PAGE, type LinedText, type SpokenLine } from './line.ts'
import { deleteLines, type LineCursor, linesOfEpisode, storeLines } from './line-rows.server.ts'

/** The lines of episodes whose texts may be shown. */
export interface Lines {
  /** Makes these the lines of a text, which searches find from then on. The episode is locked against removal. */
  set(trx: Trx, text: LinedText): Promise<void>
  /** Has searches no longer find the lines of a text. */
  remove(trx: Trx, subtitleId: string): Promise<void>
  /**
   * The lines of an episode, or those with every word of a search, in every language and in the order of their times.
   * @param shown ids of the adult episodes that the viewer has chosen to see; others have no lines
   * @param from the caller of a search, for its limits; without it, none apply
   * @throws Refusal catalog.episode_not_found, catalog.search_invalid, catalog.cursor_invalid, and for a search
   *   catalog.searches_too_many, catalog.searches_busy, request.abandoned
   */
  of(
    episodeId: string,
    viewer: Account | null,
    query: { search?: string; cursor?: string; limit?: number },
    shown?: ReadonlySet<string>,
    from?: SearchCaller,
  ): Promise<{ lines: SpokenLine[]; total: number; nextCursor: string | null }>
}

export function createLines(db: Db, { find }: Pick<EpisodeQueries, 'find'>, limiter: SearchLimiter): Lines {
  return {
    set: storeLines,
    remove: deleteLines,
    async of(episodeId, viewer, query, shown, from) {
      const episode = await find(episodeId, viewer, shown)
      const after = query.cursor === undefined ? null : readLineCursor(query.cursor)
      const term = readSearch(query.search ?? '')
      if (episode.isCovered) return { lines: [], total: 0, nextCursor: null }
      const limit = pageSize(query.limit, { size: LINES_PAGE, maxSize: LINES_MAX })
      const range = { after, limit: limit + 1 }
      const search = async (connection: Db, words: string[]) => {
        const keys = (await foldWords(connection, words)).map(({ key }) => key)
        return keys.length === 0 ? { lines: [], total: 0 } : await linesOfEpisode(connection, episodeId, keys, range)
      }
      const found = term
        ? await limiter.run(from ?? null, (connection) => search(connection, term.words))
        : await linesOfEpisode(db, episodeId, [], range)
      const page = found.lines.slice(0, limit)
      const last = page.at(-1)
      return {
        lines: page.map(({ subtitleId, language, from, to, text }) => ({ subtitleId, language, from, to, text })),
        total: found.total,
        nextCursor: found.lines.length > limit && last ? writeLineCursor(last) : null,
      }
    },
  }
}

function writeLineCursor({ from, subtitleId, at }: LineCursor): string {
  return encodeCursor(`${from}~${subtitleId}~${at}`)
}

/** @throws Refusal catalog.cursor_invalid */
function readLineCursor(text: string): LineCursor {
  const [from = '', subtitleId = '', at = '', ...rest] = decodeCursor(text).split('~')
  const cursor = { from: Number(from), subtitleId, at: Number(at) }
  const isValid =
    rest.length === 0 && isPossibleId(subtitleId) && Number.isFinite(cursor.from) && Number.isSafeInteger(cursor.at)
  if (!isValid || writeLineCursor(cursor) !== text) throw new Refusal('catalog.cursor_invalid', { field: 'cursor' })
  return cursor
}
