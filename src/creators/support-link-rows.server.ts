import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { SupportLink, SupportLinkFields } from './creator.ts'

/** The links of the profile `creators.uid` as a JSON column, in their order. */
export const supportLinksColumn = sql<SupportLink[]>`(
  select coalesce(
    json_agg(json_build_object('label', label, 'url', url, 'verified', verified_at is not null) order by position), '[]'
  )
  from support_links where creator_id = creators.uid
)`

/** A profile's links in their order. */
export async function supportLinksOf(db: Db | Trx, uid: string): Promise<SupportLink[]> {
  const { rows } = await sql<SupportLink>`
    select label, url, verified_at is not null as verified from support_links where creator_id = ${uid} order by position
  `.execute(db)
  return rows
}

/** Replaces the links of a profile that the caller has locked. A link that stays keeps its verification. */
export async function replaceSupportLinks(trx: Trx, uid: string, links: readonly SupportLinkFields[]): Promise<void> {
  const urls = links.map(({ url }) => url)
  await sql`delete from support_links where creator_id = ${uid} and url <> all(${urls}::text[])`.execute(trx)
  await sql`
    insert into support_links (creator_id, url, label, position)
    select ${uid}, url, label, position
    from unnest(${urls}::text[], ${links.map(({ label }) => label)}::text[]) with ordinality as wanted (url, label, position)
    on conflict (creator_id, url) do update set label = excluded.label, position = excluded.position
  `.execute(trx)
  // Read by servers of the previous version.
  await sql`update creators set patreon_url = ${urls[0] ?? ''} where uid = ${uid}`.execute(trx)
}

/** Whether a profile has this link now. Locks the profile against removal until the commit. */
export async function hasSupportLink(trx: Trx, uid: string, url: string): Promise<boolean> {
  const { rows } = await sql`
    select from creators join support_links on creator_id = uid where uid = ${uid} and url = ${url}
    for key share of creators
  `.execute(trx)
  return rows.length > 0
}

/** Stores whether a link leads back to the profile. No effect for one that is gone. */
export async function storeVerification(db: Db, uid: string, url: string, verifiedAt: Date | null): Promise<void> {
  await sql`update support_links set verified_at = ${verifiedAt} where creator_id = ${uid} and url = ${url}`.execute(db)
}
