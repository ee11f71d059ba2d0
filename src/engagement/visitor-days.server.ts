import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { utcDay } from './utc-day.ts'

/** Hashes with a key of the UTC day, which cannot be reproduced the day after. */
export interface VisitorDays {
  /** A signed-in person as a visitor, in all their browsers: 16 bytes, in hexadecimal. */
  hashAccount(uid: string, now: Date): Promise<string>
  /** A visitor among those of the day: 16 bytes, in hexadecimal. */
  hashForDay(visitorHash: string, now: Date): Promise<string>
  /** Removes the keys of past days. */
  cleanUp(now: Date): Promise<void>
}

const KEY_BYTES = 32

/** Keys backed by the `visitor_days` table, one a day for all nodes. */
export function createVisitorDays(db: Db): VisitorDays {
  let cached: { day: string; key: Buffer } | null = null

  async function keyOf(day: string): Promise<Buffer> {
    if (cached?.day === day) return cached.key
    // The first caller of a day stores its key; an existing row is read and not changed.
    const { rows } = await sql<{ key: Buffer }>`
      insert into visitor_days as held (day, key) values (${day}, ${randomBytes(KEY_BYTES)})
      on conflict (day) do update set key = held.key returning key
    `.execute(db)
    cached = { day, key: rows[0]!.key }
    return cached.key
  }

  async function hash(value: string, now: Date): Promise<string> {
    const key = await keyOf(utcDay(now))
    return createHmac('sha256', key).update(value).digest().subarray(0, 16).toString('hex')
  }

  return {
    hashAccount: hash,
    hashForDay: (visitorHash, now) => hash(`visitor ${visitorHash}`, now),
    async cleanUp(now) {
      if (cached && cached.day < utcDay(now)) cached = null
      await sql`delete from visitor_days where day < ${utcDay(now)}::date`.execute(db)
    },
  }
}
