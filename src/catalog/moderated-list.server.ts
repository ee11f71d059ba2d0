import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import { readEpisodeCursor, writeEpisodeCursor } from './episode-cursor.server.ts'
import { type EpisodeRow, episodes } from './episode-rows.server.ts'
import type { ListedMark } from './listed-marks.ts'

export interface ModeratedQuery {
  /** Part of the title, or the id of an episode or of its creator; empty for all. */
  search?: string
  mark?: ListedMark
  isOldestFirst?: boolean
  cursor?: string
  limit?: number
}

const PAGE = { size: 24, maxSize: 60 }

const conditionOf: Record<ListedMark, RawBuilder<boolean>> = {
  nsfw: sql<boolean>`nsfw`,
  limited: sql<boolean>`restriction = 'limited'`,
  taken_down: sql<boolean>`restriction = 'taken_down'`,
  held: sql<boolean>`hold is not null`,
}

/**
 * Lists the episodes that moderators can open: those that others may watch, held ones, and those taken down. The latest come
 * first unless the query says otherwise.
 * @throws Refusal catalog.cursor_invalid
 */
export async function listForModerators(
  db: Db,
  { search = '', mark, isOldestFirst = false, cursor, limit }: ModeratedQuery,
): Promise<{ rows: EpisodeRow[]; nextCursor: string | null }> {
  const size = pageSize(limit, PAGE)
  let query = episodes(db)
    .selectFrom('episodes')
    .selectAll()
    .where(sql<boolean>`(audience <> 'owner' or hold is not null or restriction = 'taken_down')`)
    .where('creator_deactivated', '=', false)
  if (mark) query = query.where(conditionOf[mark])
  if (search !== '')
    query = query.where(
      // The titles of episodes that Explore lists are folded already.
      sql<boolean>`(id = ${search} or creator_id = ${search} or case when audience = 'everyone'
        then id in (select episode_id from listed_episodes where position(search_key(${search}) in title_key) > 0)
        else position(search_key(${search}) in search_key(title)) > 0 end)`,
    )
  if (cursor !== undefined) {
    const { publishedAt, id } = readEpisodeCursor(cursor)
    const isAfter = isOldestFirst ? sql`>` : sql`<`
    query = query.where(sql<boolean>`(published_at, id) ${isAfter} (${publishedAt}, ${id})`)
  }
  const direction = isOldestFirst ? 'asc' : 'desc'
  const found = await query
    .orderBy('published_at', direction)
    .orderBy('id', direction)
    .limit(size + 1)
    .execute()
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const hasMore = found.length > size && last !== undefined
  return { rows, nextCursor: hasMore ? writeEpisodeCursor({ publishedAt: last.published_at, id: last.id }) : null }
}
