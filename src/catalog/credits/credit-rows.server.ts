import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { profileAudiences } from '../audience.ts'
import type { PageRange } from '../episode-rows.server.ts'
import type { Credit } from './credit.ts'
import type { StoredCredit } from './merge-credits.ts'

/** A credit to insert; one that names somebody was asked at `askedAt`. */
export interface InsertedCredit {
  id: string
  name: string
  role: string
  uid: string | null
  askedAt: Date | null
  acceptedAt: Date | null
}

/** A credit that names a person. */
export interface NamingRow {
  id: string
  episodeId: string
  name: string
  role: string
  askedAt: Date
  acceptedAt: Date | null
}

/** A credit that names a person, for the export. */
export interface StoredNaming extends Omit<NamingRow, 'id' | 'episodeId'> {
  /** Null while the person may not see the episode. */
  episodeId: string | null
}

/** The credits of these episodes as everyone sees them, by episode id; episodes without any are absent. */
export async function creditsOfEpisodes(db: Db, episodeIds: string[]): Promise<Map<string, Credit[]>> {
  const { rows } = await sql<Credit & { episodeId: string }>`
    select episode_id as "episodeId", name, role,
      case when accepted_at is not null and not person_deactivated then uid end as uid
    from episode_credits where episode_id = any(${episodeIds}::text[]) order by episode_id, position
  `.execute(db)
  const byEpisode = new Map<string, Credit[]>()
  for (const { episodeId, name, role, uid } of rows) {
    const credits = byEpisode.get(episodeId) ?? []
    credits.push({ name, role, uid })
    byEpisode.set(episodeId, credits)
  }
  return byEpisode
}

/**
 * The credits of one episode with every link, in their order. That to a deactivated account is none, so that a new list keeps
 * it with the name.
 */
export async function storedCredits(db: Db | Trx, episodeId: string): Promise<StoredCredit[]> {
  const { rows } = await sql<StoredCredit>`
    select id, name, role, case when not person_deactivated then uid end as uid, accepted_at as "acceptedAt"
    from episode_credits
    where episode_id = ${episodeId} order by position
  `.execute(db)
  return rows
}

/**
 * Makes these the credits of an episode that is locked: `keptIds` at the places given, `inserted` at theirs, no others.
 */
export async function replaceCredits(
  trx: Trx,
  episodeId: string,
  credits: readonly ({ id: string } | InsertedCredit)[],
): Promise<void> {
  const ids = credits.map(({ id }) => id)
  await sql`
    delete from episode_credits where episode_id = ${episodeId} and id <> all(${ids}::text[])
  `.execute(trx)
  await sql`
    update episode_credits set position = given.position - 1
    from unnest(${ids}::text[]) with ordinality as given (id, position)
    where episode_credits.id = given.id and episode_credits.position <> given.position - 1
  `.execute(trx)
  const added = credits.flatMap((credit, position) => ('name' in credit ? [{ ...credit, position }] : []))
  if (added.length === 0) return
  await sql`
    insert into episode_credits (id, episode_id, position, name, role, uid, asked_at, accepted_at)
    select id, ${episodeId}, position, name, role, uid, "askedAt", "acceptedAt"
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (
      id text, position smallint, name text, role text, uid text, "askedAt" timestamptz, "acceptedAt" timestamptz
    )
  `.execute(trx)
}

/** Credits in the episodes of others that name a person, who may answer them: the same rule as `mayAnswer`. */
const answerableBy = (uid: string) => sql`
  from episode_credits as credit join episodes as episode on episode.id = episode_id
  where uid = ${uid} and creator_id <> ${uid}
    and (audience = any(${[...profileAudiences]}::text[]) or (accepted_at is not null and audience <> 'owner'))
`

/** The newest credits that a person may answer, after the given one. */
export async function answerableCredits(db: Db, uid: string, { after, limit }: PageRange): Promise<NamingRow[]> {
  const following = after ? sql`(asked_at, credit.id) < (${after.publishedAt}, ${after.id})` : sql`true`
  const { rows } = await sql<NamingRow>`
    select credit.id, episode_id as "episodeId", name, role, asked_at as "askedAt", accepted_at as "acceptedAt"
    ${answerableBy(uid)} and ${following} order by asked_at desc, credit.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Numbers of the credits that a person may answer: of all, and of those without an answer. */
export async function countAnswerable(db: Db, uid: string): Promise<{ total: number; requests: number }> {
  const { rows } = await sql<{ total: number; requests: number }>`
    select count(*) as total, count(*) filter (where accepted_at is null) as requests ${answerableBy(uid)}
  `.execute(db)
  return rows[0]!
}

/** The people in the credits of a creator's episodes, those of the newest episodes first. */
export async function creditedOn(
  db: Db,
  creatorId: string,
  limit: number,
): Promise<{ name: string; uid: string | null }[]> {
  const { rows } = await sql<{ name: string; uid: string | null }>`
    select name, uid from episode_credits join episodes on episodes.id = episode_id
    where creator_id = ${creatorId}
    group by name, uid order by max(published_at) desc, name, uid limit ${limit}
  `.execute(db)
  return rows
}

/** Every credit that names a person, the newest first; without the episode where that person may not see it. */
export async function creditsNaming(db: Db, uid: string): Promise<StoredNaming[]> {
  const { rows } = await sql<StoredNaming>`
    select case when creator_id = ${uid} or credit.id in (select credit.id ${answerableBy(uid)}) then episode_id end
        as "episodeId", name, role, asked_at as "askedAt", accepted_at as "acceptedAt"
    from episode_credits as credit join episodes as episode on episode.id = episode_id
    where uid = ${uid} order by asked_at desc, credit.id desc
  `.execute(db)
  return rows
}

/** Episodes on which this person agreed to be linked. */
export async function episodesCrediting(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct episode_id as id from episode_credits where uid = ${uid} and accepted_at is not null
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Episodes with credits that name this person, accepted or not. */
export async function episodesNaming(trx: Trx, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct episode_id as id from episode_credits where uid = ${uid}
  `.execute(trx)
  return rows.map((row) => row.id)
}

/** The episode of a credit, and the person that it names. */
export async function findCredit(
  db: Db | Trx,
  id: string,
): Promise<{ episodeId: string; uid: string | null; acceptedAt: Date | null } | undefined> {
  const { rows } = await sql<{ episodeId: string; uid: string | null; acceptedAt: Date | null }>`
    select episode_id as "episodeId", uid, accepted_at as "acceptedAt" from episode_credits where id = ${id}
  `.execute(db)
  return rows[0]
}

export async function storeAcceptance(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`update episode_credits set accepted_at = ${at} where id = ${id}`.execute(trx)
}

/** Makes the name of this credit plain text, and of every other one of its episode with an open request to its person. */
export async function removeDeclined(trx: Trx, id: string, episodeId: string, uid: string): Promise<void> {
  await sql`
    update episode_credits set uid = null, asked_at = null, accepted_at = null
    where episode_id = ${episodeId} and uid = ${uid} and (id = ${id} or accepted_at is null)
  `.execute(trx)
}

/** Makes the names of all credits that name this person plain text. Their episodes are locked. */
export async function removeLinksTo(trx: Trx, uid: string): Promise<void> {
  await sql`
    update episode_credits set uid = null, asked_at = null, accepted_at = null, person_deactivated = false where uid = ${uid}
  `.execute(trx)
}

/** Hides the links of all credits that name a deactivated account, or shows them again. Their episodes are locked. */
export async function markPersonDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void> {
  await sql`
    update episode_credits set person_deactivated = ${isDeactivated}
    where uid = ${uid} and person_deactivated <> ${isDeactivated}
  `.execute(trx)
}

export async function storeDeclined(trx: Trx, episodeId: string, uid: string, at: Date): Promise<void> {
  await sql`
    insert into declined_credits (episode_id, uid, declined_at) values (${episodeId}, ${uid}, ${at})
    on conflict do nothing
  `.execute(trx)
}

/** The people among these who declined for this episode. */
export async function declinedAmong(db: Db | Trx, episodeId: string, uids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string }>`
    select uid from declined_credits where episode_id = ${episodeId} and uid = any(${uids}::text[])
  `.execute(db)
  return new Set(rows.map((row) => row.uid))
}

/** The credits that a person declined, oldest first. */
export async function declinedBy(db: Db, uid: string): Promise<{ episodeId: string; declinedAt: Date }[]> {
  const { rows } = await sql<{ episodeId: string; declinedAt: Date }>`
    select episode_id as "episodeId", declined_at as "declinedAt" from declined_credits
    where uid = ${uid} order by declined_at, episode_id
  `.execute(db)
  return rows
}
