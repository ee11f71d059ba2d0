import type { Generated, Selectable } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Creator, CreatorFields } from './creator.ts'
import { normalForm } from './profile-fields.ts'

type CreatorTables = {
  creators: {
    uid: string
    username: string
    username_key: string | null
    bio: string
    avatar_url: Generated<string>
    patreon_url: string
    founder_badge: Generated<boolean>
    joined_at: Date
  }
}

const tables = (db: Db | Trx) => db.withTables<CreatorTables>()

/** Stores a profile; false when its username is somebody's, also of a profile that is being stored at this moment. */
export async function insertCreator(
  trx: Trx,
  creator: CreatorFields & { uid: string; joinedAt: Date },
): Promise<boolean> {
  const row = await tables(trx)
    .insertInto('creators')
    .values({
      uid: creator.uid,
      username: creator.username,
      username_key: normalForm(creator.username) || null,
      bio: creator.bio,
      patreon_url: creator.patreonUrl,
      joined_at: creator.joinedAt,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('uid')
    .executeTakeFirst()
  return row !== undefined
}

export async function findCreators(db: Db, uids: string[]): Promise<Creator[]> {
  if (uids.length === 0) return []
  const rows = await tables(db).selectFrom('creators').selectAll().where('uid', 'in', uids).execute()
  return rows.map(toCreator)
}

function toCreator(row: Selectable<CreatorTables['creators']>): Creator {
  return {
    uid: row.uid,
    username: row.username,
    bio: row.bio,
    avatarUrl: row.avatar_url,
    patreonUrl: row.patreon_url,
    founderBadge: row.founder_badge,
    joinedAt: row.joined_at,
  }
}
