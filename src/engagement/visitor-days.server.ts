import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { utcDay } from './utc-day.ts'

/** Hashes with a key of the UTC day, which cannot be reproduced the day after. */
export interface VisitorDays {
  /** A signed-in person as a visitor, in all their browsers: 16 bytes, in hexadecimal. */
  hashAccount(uid: string, now: Date): Promise<string>
  /**
   * A visitor among those of the day: 16 bytes, in hexadecimal.
   * @param trx reads the key by the connection of the caller, and stores none
   */
  hashForDay(visitorHash: string, now: Date, trx?: Trx): Promise<string>
  /** Removes the keys of past days. */
  cleanUp(now: Date): Promise<void>
}

const KEY_BYTES = 32

/** Keys backed by the `visitor_days` table, one a day for all nodes. */
export function createVisitorDays(db: Db): VisitorDays {
  // A key object: with the bytes themselves, `createHmac` of Node 24 takes five times as long.
  let cached: { day: string; key: KeyObject } | null = null

  async function keyOf(day: string): Promise<KeyObject> {
    if (cached?.day === day) return cached.key
    // The first caller of a day stores its key; an existing row is read and not changed.
    const { rows } = await sql<{ key: Buffer }>`
      insert into visitor_days as present (day, key) values (${day}, ${randomBytes(KEY_BYTES)})
      on conflict (day) do update set key = present.key returning key
    `.execute(db)
    cached = { day, key: createSecretKey(rows[0]!.key) }
    return cached.key
  }

  /** A key that nobody has: nobody was hashed on a day without a stored one. */
  async function storedKeyOf(day: string, trx: Trx): Promise<KeyObject> {
    if (cached?.day === day) return cached.key
    const { rows } = await sql<{ key: Buffer }>`select key from visitor_days where day = ${day}`.execute(trx)
    return createSecretKey(rows[0]?.key ?? randomBytes(KEY_BYTES))
  }

  async function hash(value: string, now: Date, trx?: Trx): Promise<string> {
    const key = await (trx ? storedKeyOf(utcDay(now), trx) : keyOf(utcDay(now)))
    return createHmac('sha256', key).update(value).digest().subarray(0, 16).toString('hex')
  }

  return {
    hashAccount: (uid, now) => hash(uid, now),
    hashForDay: (visitorHash, now, trx) => hash(`visitor ${visitorHash}`, now, trx),
    async cleanUp(now) {
      if (cached && cached.day < utcDay(now)) cached = null
      await sql`delete from visitor_days where day < ${utcDay(now)}::date`.execute(db)
    },
  }
}
