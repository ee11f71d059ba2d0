import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { CommentSort } from './comment.ts'
import type { CommentCursor } from './comment-cursor.server.ts'
import { type CommentRow, commentColumns } from './comment-rows.server.ts'

/**
 * The reader of a list, who also sees their own hidden and held comments; the episode's creator sees all of them.
 * Comments of deactivated accounts are hidden from everybody.
 */
export interface CommentReader {
  uid: string | null
  isCreator: boolean
}

interface Page {
  after: CommentCursor | null
  limit: number
}

const columns = sql.join(commentColumns.map((name) => sql.ref(name)))
const MAX_SCORE = Number.MAX_SAFE_INTEGER
const orders: Record<CommentSort, RawBuilder<unknown>> = {
  newest: sql`created_at desc, id desc`,
  top: sql`score desc, created_at desc, id desc`,
}

/** Comments below an episode, without replies and without the pinned one, after the cursor. */
export async function threadRows(
  db: Db,
  episodeId: string,
  reader: CommentReader,
  { sort, after, limit }: Page & { sort: CommentSort },
): Promise<CommentRow[]> {
  const range = rangeAfter(sort, after)
  const order = orders[sort]
  const select = sql`select ${columns} from comments where episode_id = ${episodeId} and parent_id is null`
  const open = sql`${select} and is_public and not pinned and ${range} order by ${order} limit ${limit}`
  if (reader.uid === null) return (await sql<CommentRow>`${open}`.execute(db)).rows
  // Few of the rows, in an index of their own.
  const mine = reader.isCreator ? sql`true` : sql`author_uid = ${reader.uid}`
  const withheld = sql`${select} and not is_public and not author_deactivated and ${mine} and ${range} order by ${order} limit ${limit}`
  const { rows } = await sql<CommentRow>`
    select * from ((${open}) union all (${withheld})) as seen order by ${order} limit ${limit}
  `.execute(db)
  return rows
}

/**
 * The first page has a range too: with it, PostgreSQL walks the index of the order even where it has no statistics, and
 * otherwise might sort all comments of the episode.
 */
function rangeAfter(sort: CommentSort, after: CommentCursor | null) {
  if (sort === 'top') {
    const { score, createdAt, id } = after ?? { score: null, createdAt: null, id: '' }
    return sql`(score, created_at, id)
      < (${score ?? MAX_SCORE}::bigint, coalesce(${createdAt}::timestamptz, 'infinity'), ${id}::text)`
  }
  const { createdAt, id } = after ?? { createdAt: null, id: '' }
  return sql`(created_at, id) < (coalesce(${createdAt}::timestamptz, 'infinity'), ${id}::text)`
}

/** The comment that the creator put first; everybody sees it. */
export async function pinnedRow(db: Db, episodeId: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments where episode_id = ${episodeId} and pinned and is_public
  `.execute(db)
  return rows[0]
}

/** For each of these comments its replies after the cursor, oldest first, at most `limit` of each. */
export async function replyRows(
  db: Db,
  parentIds: string[],
  reader: CommentReader,
  { after, limit }: Page,
): Promise<CommentRow[]> {
  if (parentIds.length === 0) return []
  const range = after ? sql`(created_at, id) > (${after.createdAt}, ${after.id})` : sql`true`
  const seen = reader.isCreator ? sql`not author_deactivated` : sql`(is_shown or author_uid = ${reader.uid ?? ''})`
  const { rows } = await sql<CommentRow>`
    select reply.* from unnest(${parentIds}::text[]) as parent (id)
    cross join lateral (
      select ${columns} from comments where parent_id = parent.id and ${seen} and ${range}
      order by created_at, id limit ${limit}
    ) as reply
    order by created_at, id
  `.execute(db)
  return rows
}
