import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { gramsOf } from '#platform/text-grams.ts'
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

const UNIQUE_VIOLATION = '23505'

/**
 * Changes what is given of a profile.
 * @returns whether there is such a profile, and whether its new username is somebody's
 */
export async function updateCreator(
  db: Db,
  uid: string,
  { username, bio, patreonUrl }: Partial<CreatorFields>,
): Promise<'changed' | 'absent' | 'username_taken'> {
  const changes = {
    ...(username === undefined ? {} : { username, username_key: normalForm(username) || null }),
    ...(bio === undefined ? {} : { bio }),
    ...(patreonUrl === undefined ? {} : { patreon_url: patreonUrl }),
  }
  try {
    // Written even when nothing changes, so that an absent profile is found out.
    const row = await tables(db)
      .updateTable('creators')
      .set({ uid, ...changes })
      .where('uid', '=', uid)
      .returning('uid')
      .executeTakeFirst()
    return row ? 'changed' : 'absent'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'username_taken'
    throw error
  }
}

/** The address of a profile's picture, held against every other change until the commit; undefined without a profile. */
export async function lockAvatarUrl(trx: Trx, uid: string): Promise<string | undefined> {
  const row = await tables(trx)
    .selectFrom('creators')
    .select('avatar_url')
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  return row?.avatar_url
}

export async function setAvatarUrl(trx: Trx, uid: string, avatarUrl: string): Promise<void> {
  await tables(trx).updateTable('creators').set({ avatar_url: avatarUrl }).where('uid', '=', uid).execute()
}

export async function findCreators(db: Db, uids: string[]): Promise<Creator[]> {
  if (uids.length === 0) return []
  const rows = await tables(db).selectFrom('creators').selectAll().where('uid', 'in', uids).execute()
  return rows.map(toCreator)
}

/** For each normal form the profiles whose username's normal form contains it; none for an empty one. */
export async function uidsOfNamesContaining(db: Db, forms: string[]): Promise<string[][]> {
  if (forms.length === 0) return []
  const each = forms.map((form) => {
    const grams = gramsOf(form)
    const isCandidate = grams.length === 0 ? sql`${form} <> ''` : sql`search_grams(username_key) @> ${grams}::text[]`
    return sql`array(select uid from creators where ${isCandidate} and strpos(username_key, ${form}) > 0)`
  })
  const { rows } = await sql<{ uids: string[][] }>`select json_build_array(${sql.join(each)}) as uids`.execute(db)
  return rows[0]!.uids
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
