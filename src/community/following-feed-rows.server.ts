import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'

/** What the address of a person's feed is made from, and what it is recognised by. */
export interface FeedKeyRow {
  seed: Buffer
  /** SHA-256 of the key. */
  keyHash: Buffer
}

/** Stores the first key of a person, unless there is one. @returns the one that counts */
export async function insertFeedKey(db: Db, uid: string, key: FeedKeyRow, at: Date): Promise<FeedKeyRow> {
  await sql`
    insert into following_feeds (uid, seed, key_hash, made_at) values (${uid}, ${key.seed}, ${key.keyHash}, ${at})
    on conflict (uid) do nothing
  `.execute(db)
  return (await findFeedKey(db, uid)) ?? key
}

/** Stores another key of a person in place of the one before. */
export async function replaceFeedKey(db: Db, uid: string, key: FeedKeyRow, at: Date): Promise<void> {
  await sql`
    insert into following_feeds (uid, seed, key_hash, made_at) values (${uid}, ${key.seed}, ${key.keyHash}, ${at})
    on conflict (uid) do update set seed = excluded.seed, key_hash = excluded.key_hash, made_at = excluded.made_at
  `.execute(db)
}

async function findFeedKey(db: Db, uid: string): Promise<FeedKeyRow | undefined> {
  const { rows } = await sql<FeedKeyRow>`
    select seed, key_hash as "keyHash" from following_feeds where uid = ${uid}
  `.execute(db)
  return rows[0]
}

/** The person whose key this is the hash of; null for none. */
export async function findFeedPerson(db: Db, keyHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ uid: string }>`
    select uid from following_feeds where key_hash = ${keyHash}
  `.execute(db)
  return rows[0]?.uid ?? null
}

/** When a person's address was made; null without one. */
export async function feedKeyMadeAt(db: Db, uid: string): Promise<Date | null> {
  const { rows } = await sql<{ madeAt: Date }>`
    select made_at as "madeAt" from following_feeds where uid = ${uid}
  `.execute(db)
  return rows[0]?.madeAt ?? null
}

export async function deleteFeedKey(trx: Trx, uid: string): Promise<void> {
  await sql`delete from following_feeds where uid = ${uid}`.execute(trx)
}
