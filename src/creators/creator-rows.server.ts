import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { Creator, CreatorChanges, CreatorFields, SupportLink } from './creator.ts'
import { normalForm } from './profile-fields.ts'
import { SKELETON_VERSION, skeletonsOf } from './skeleton.server.ts'
import { replaceSupportLinks, supportLinksColumn, supportLinksOf } from './support-link-rows.server.ts'
import { withFirstLink } from './support-links.ts'

type CreatorTables = {
  creators: {
    uid: string
    username: string
    username_key: string | null
    username_skeletons: string[] | null
    skeleton_version: number | null
    bio: string
    avatar_url: Generated<string>
    founder_badge: Generated<boolean>
    training_reserved: Generated<boolean>
    made_by_people: Generated<boolean>
    /** Whether the account is being deleted, which can still be undone: the profile is shown to moderators only. */
    is_deactivated: Generated<boolean>
    joined_at: Date
  }
}

const tables = (db: Db | Trx) => db.withTables<CreatorTables>()

/** How a username conflicts with another creator's. */
export type UsernameConflict = 'username_taken' | 'username_looks_taken'

/**
 * Stores a profile.
 * @returns the conflict, also with a profile that is being stored concurrently; null when stored
 */
export async function insertCreator(
  trx: Trx,
  creator: CreatorFields & { uid: string; joinedAt: Date },
): Promise<UsernameConflict | null> {
  const conflict = await findConflict(trx, creator.uid, creator.username)
  if (conflict) return conflict
  const row = await tables(trx)
    .insertInto('creators')
    .values({
      uid: creator.uid,
      ...columnsOf(creator.username),
      bio: creator.bio,
      joined_at: creator.joinedAt,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('uid')
    .executeTakeFirst()
  if (!row) return 'username_taken'
  await replaceSupportLinks(trx, creator.uid, withFirstLink([], creator.patreonUrl))
  return null
}

function columnsOf(username: string) {
  return {
    username,
    username_key: normalForm(username) || null,
    username_skeletons: skeletonsOf(username),
    skeleton_version: SKELETON_VERSION,
  }
}

/** Looks for an equal or look-alike name. Holds a lock until the commit: names are chosen one at a time. */
async function findConflict(trx: Trx, uid: string, username: string): Promise<UsernameConflict | null> {
  if (username === '') return null
  await sql`select pg_advisory_xact_lock(hashtextextended('creators.usernames', 2))`.execute(trx)
  const key = normalForm(username)
  const { rows } = await sql<{ isSame: boolean }>`
    select username_key = ${key} as "isSame" from creators
    where uid <> ${uid} and (username_key = ${key} or username_skeletons && ${skeletonsOf(username)}::text[])
    order by 1 desc limit 1
  `.execute(trx)
  return rows[0] ? (rows[0].isSame ? 'username_taken' : 'username_looks_taken') : null
}

const NAMES_AT_A_TIME = 500

/** Stores current skeletons for names that have none, or those of another version. */
export async function fillSkeletons(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ uid: string; username: string }>`
      select uid, username from creators
      where username <> '' and skeleton_version is distinct from ${SKELETON_VERSION} limit ${NAMES_AT_A_TIME}
    `.execute(db)
    if (rows.length === 0) return
    // Skips a name that has changed since: that change has stored its skeletons.
    await sql`
      update creators set
        skeleton_version = ${SKELETON_VERSION},
        username_skeletons = array(select jsonb_array_elements_text(looked.skeletons))
      from unnest(
        ${rows.map((row) => row.uid)}::text[], ${rows.map((row) => row.username)}::text[],
        ${rows.map((row) => JSON.stringify(skeletonsOf(row.username)))}::jsonb[]
      ) as looked (uid, username, skeletons)
      where creators.uid = looked.uid and creators.username = looked.username
    `.execute(db)
  }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Changes the given fields of a profile.
 * @param also work in the same transaction after a new name, and after links that were given
 * @returns whether it was changed or absent, or how its new username conflicts
 */
export async function updateCreator(
  db: Db,
  uid: string,
  { username, bio, patreonUrl, supportLinks, trainingReserved, madeByPeople }: CreatorChanges,
  also: { nameChanged(trx: Trx): Promise<void>; linksChanged(trx: Trx): Promise<void> },
): Promise<'changed' | 'absent' | UsernameConflict> {
  const changes = {
    ...(username === undefined ? {} : columnsOf(username)),
    ...(bio === undefined ? {} : { bio }),
    ...(trainingReserved === undefined ? {} : { training_reserved: trainingReserved }),
    ...(madeByPeople === undefined ? {} : { made_by_people: madeByPeople }),
  }
  try {
    return await transact(
      db,
      async (trx) => {
        const conflict = username === undefined ? null : await findConflict(trx, uid, username)
        if (conflict) return conflict
        // Updated even when nothing changes, to detect an absent profile.
        const row = await tables(trx)
          .updateTable('creators')
          .set({ uid, ...changes })
          .where('uid', '=', uid)
          .returning('uid')
          .executeTakeFirst()
        if (!row) return 'absent'
        if (username !== undefined) await also.nameChanged(trx)
        if (supportLinks === undefined && patreonUrl === undefined) return 'changed'
        // The profile is locked by its update.
        const links = supportLinks ?? withFirstLink(await supportLinksOf(trx, uid), patreonUrl ?? '')
        await replaceSupportLinks(trx, uid, links)
        await also.linksChanged(trx)
        return 'changed'
      },
      { isolationLevel: 'read committed' },
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'username_taken'
    throw error
  }
}

/** Locks these of the profiles before or after another one against removal until the commit, in the order of their uids. */
export async function lockAgainstRemoval(trx: Trx, uids: string[], place: '<' | '>', uid: string): Promise<void> {
  await tables(trx)
    .selectFrom('creators')
    .select('uid')
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .where('uid', place, uid)
    .orderBy('uid')
    .forKeyShare()
    .execute()
}

/** Locks a profile until the commit, also against new rows that refer to it. */
export async function lockCreator(trx: Trx, uid: string): Promise<void> {
  await tables(trx).selectFrom('creators').select('uid').where('uid', '=', uid).forUpdate().execute()
}

/** Locks a profile against changes until the commit and returns its avatar URL; undefined without a profile. */
async function lockAvatarUrl(trx: Trx, uid: string): Promise<string | undefined> {
  const row = await tables(trx)
    .selectFrom('creators')
    .select('avatar_url')
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.avatar_url
}

/** Uids of the profiles with an avatar, in their order, after `afterUid`. */
async function uidsWithAvatar(db: Db, afterUid: string, limit: number): Promise<string[]> {
  const withAvatar = tables(db).selectFrom('creators').select('uid').where('avatar_url', '<>', '')
  const rows = await withAvatar.where('uid', '>', afterUid).orderBy('uid').limit(limit).execute()
  return rows.map((row) => row.uid)
}

async function setAvatarUrl(trx: Trx, uid: string, avatarUrl: string): Promise<void> {
  await tables(trx).updateTable('creators').set({ avatar_url: avatarUrl }).where('uid', '=', uid).execute()
}

export const avatarColumn = { lock: lockAvatarUrl, set: setAvatarUrl, idsWithPicture: uidsWithAvatar }

/** The visible profiles of these accounts: none of a deactivated account. */
export async function findCreators(db: Db, uids: string[]): Promise<Creator[]> {
  return (await creatorRows(db, uids)).filter((row) => !row.is_deactivated).map(toCreator)
}

/** Whether there is a profile at all. */
export async function hasCreators(db: Db): Promise<boolean> {
  return (await tables(db).selectFrom('creators').select('uid').limit(1).executeTakeFirst()) !== undefined
}

/** The profiles of these accounts, including deactivated ones. */
export async function findStoredCreators(db: Db, uids: string[]): Promise<Creator[]> {
  return (await creatorRows(db, uids)).map(toCreator)
}

async function creatorRows(db: Db, uids: string[]) {
  if (uids.length === 0) return []
  return await tables(db)
    .selectFrom('creators')
    .selectAll()
    .select(supportLinksColumn.as('support_links'))
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .execute()
}

/** How many of these have a profile that people see. */
export async function countCreators(db: Db, uids: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from creators where uid = any(${uids}::text[]) and not is_deactivated
  `.execute(db)
  return rows[0]!.count
}

/** Hides the profile of a locked account, or shows it again. No effect for a viewer. */
export async function setDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void> {
  await tables(trx).updateTable('creators').set({ is_deactivated: isDeactivated }).where('uid', '=', uid).execute()
}

/** Undefined without a profile. */
export async function findTrainingReserved(db: Db, uid: string): Promise<boolean | undefined> {
  const row = await tables(db)
    .selectFrom('creators')
    .select('training_reserved')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.training_reserved
}

/** The uids of the creators whose usernames have the same normal forms, by the given ones; unknown ones are absent. */
export async function findUidsNamed(db: Db, usernames: string[]): Promise<Map<string, string>> {
  const keys = usernames.map(normalForm)
  const rows = await tables(db)
    .selectFrom('creators')
    .select(['uid', 'username_key'])
    .where('username_key', '=', sql<string>`any(${keys}::text[])`)
    .where('is_deactivated', '=', false)
    .execute()
  const uids = new Map(rows.map((row) => [row.username_key, row.uid]))
  return new Map(
    usernames.flatMap((username, at) => {
      const uid = uids.get(keys[at]!)
      return uid === undefined ? [] : [[username, uid]]
    }),
  )
}

export async function hasProfile(trx: Trx, uid: string): Promise<boolean> {
  const row = await tables(trx).selectFrom('creators').select('uid').where('uid', '=', uid).executeTakeFirst()
  return row !== undefined
}

const SEARCHED_MAX = 200

/** Uids of creators whose usernames contain this, folded as in searches of Explore; some of them where there are many. */
export async function findUidsContaining(db: Db, text: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('creators')
    .select('uid')
    .where(sql<boolean>`search_key(${text}) <> '' and position(search_key(${text}) in search_key(username)) > 0`)
    .limit(SEARCHED_MAX)
    .execute()
  return rows.map((row) => row.uid)
}

/** Grants or takes the badge. @returns whether the creator had it; null without a profile */
export async function setFounderBadge(trx: Trx, uid: string, isGranted: boolean): Promise<boolean | null> {
  const own = tables(trx).selectFrom('creators').select('founder_badge').where('uid', '=', uid)
  const row = await own.forNoKeyUpdate().executeTakeFirst()
  if (!row) return null
  if (row.founder_badge !== isGranted)
    await tables(trx).updateTable('creators').set({ founder_badge: isGranted }).where('uid', '=', uid).execute()
  return row.founder_badge
}

function toCreator(row: Selectable<CreatorTables['creators']> & { support_links: SupportLink[] }): Creator {
  return {
    uid: row.uid,
    username: row.username,
    bio: row.bio,
    avatarUrl: row.avatar_url,
    patreonUrl: row.support_links[0]?.url ?? '',
    supportLinks: row.support_links.map(({ label, url, verified }) => ({ label, url, verified })),
    founderBadge: row.founder_badge,
    trainingReserved: row.training_reserved,
    madeByPeople: row.made_by_people,
    joinedAt: row.joined_at,
  }
}
