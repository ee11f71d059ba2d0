import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { EpisodeCursor } from './episode-cursor.server.ts'
import { type EpisodeRow, episodes, newestFirst, type PageRange } from './episode-rows.server.ts'

const sitemapColumns = [
  ...(['id', 'creator_id', 'video_id', 'published_at', 'updated_at'] as const),
  ...(['title', 'description', 'genre', 'embed_sites'] as const),
] as const
export type SitemapRow = Pick<EpisodeRow, (typeof sitemapColumns)[number]>

/** Listed episodes, with only the columns that the sitemap needs. */
export async function sitemapRows(db: Db, range: PageRange): Promise<SitemapRow[]> {
  return newestFirst(listed(db).select(sitemapColumns), range).execute()
}

/** Cursors at the ends of all pages but the last, when listed episodes are paged by `size` rows. */
export async function pageEnds(db: Db, size: number): Promise<EpisodeCursor[]> {
  const numbered = listed(db).select([
    'published_at',
    'id',
    sql<number>`row_number() over (order by published_at desc, id desc)`.as('number'),
    sql<number>`count(*) over ()`.as('total'),
  ])
  const ends = await db
    .selectFrom(numbered.as('numbered'))
    .select(['published_at', 'id'])
    .where(sql<boolean>`number % ${size} = 0 and number < total`)
    .orderBy('number')
    .execute()
  return ends.map((row) => ({ publishedAt: row.published_at, id: row.id }))
}

/** The given episodes that are listed. */
export async function listedIdsAmong(trx: Trx, ids: string[]): Promise<string[]> {
  const rows = await listed(trx).select('id').where('id', '=', sql<string>`any(${ids}::text[])`).execute()
  return rows.map((row) => row.id)
}

/** The given episodes that are listed, newest first. */
export async function listedRowsAmong(db: Db, ids: string[], range: PageRange): Promise<EpisodeRow[]> {
  const among = listed(db).selectAll().where('id', '=', sql<string>`any(${ids}::text[])`)
  return newestFirst(among, range).execute()
}

function listed(db: Db | Trx) {
  return episodes(db).selectFrom('episodes').where('audience', '=', 'everyone')
}
