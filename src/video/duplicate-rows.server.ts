import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { EarlierVideo } from './video.ts'
import { videoTables } from './video-rows.server.ts'

/** The creator's earlier video with the same bytes, for each of these that has one. Failed videos do not count. */
export async function findDuplicates(db: Db, uids: string[]): Promise<Map<string, EarlierVideo>> {
  if (uids.length === 0) return new Map()
  const rows = await videoTables(db)
    .selectFrom('videos as video')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('videos as earlier')
          .select(['earlier.uid as earlierUid', 'earlier.name as earlierName'])
          .whereRef('earlier.creator_id', '=', 'video.creator_id')
          .whereRef('earlier.source_sha256', '=', 'video.source_sha256')
          .where('earlier.state', '<>', 'error')
          .where(isBefore)
          .orderBy('earlier.is_published', 'desc')
          .orderBy('earlier.created_at')
          .orderBy('earlier.uid')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['video.uid', 'first.earlierUid', 'first.earlierName'])
    .where('video.uid', 'in', uids)
    .execute()
  return new Map(rows.map(({ uid, earlierUid, earlierName }) => [uid, { uid: earlierUid, name: earlierName }]))
}

/** The creator's newest video uploaded with this name and size; published ones first. */
export async function findLikelyDuplicate(
  db: Db,
  creatorId: string,
  { name, sizeBytes }: { name: string; sizeBytes: number },
): Promise<EarlierVideo | null> {
  const row = await videoTables(db)
    .selectFrom('videos')
    .select(['uid', 'name'])
    .where('creator_id', '=', creatorId)
    .where('size_bytes', '=', sizeBytes)
    .where('name', '=', name)
    .where('state', 'not in', ['pendingupload', 'error'])
    .orderBy('is_published', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const isBefore: () => Expression<SqlBool> = () =>
  sql<SqlBool>`(earlier.created_at, earlier.uid) < (video.created_at, video.uid)`
