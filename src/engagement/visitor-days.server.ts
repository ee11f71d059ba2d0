import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'

/** Signed-in people as visitors: one hash a UTC day in all their browsers, which nobody can make again the day after. */
export interface VisitorDays {
  /** 16 bytes, in hexadecimal. */
  hashAccount(uid: string, now: Date): Promise<string>
  /** Throws away the keys of days that are over. */
  sweep(now: Date): Promise<void>
}

const KEY_BYTES = 32

/** Keys over the `visitor_days` table, one a day for all nodes. */
export function createVisitorDays(db: Db): VisitorDays {
  let known: { day: string; key: Buffer } | null = null

  async function keyOf(day: string): Promise<Buffer> {
    if (known?.day === day) return known.key
    // Whoever comes first on a day makes its key; a row that is there is read and not changed.
    const { rows } = await sql<{ key: Buffer }>`
      insert into visitor_days as held (day, key) values (${day}, ${randomBytes(KEY_BYTES)})
      on conflict (day) do update set key = held.key returning key
    `.execute(db)
    known = { day, key: rows[0]!.key }
    return known.key
  }

  return {
    async hashAccount(uid, now) {
      const key = await keyOf(utcDay(now))
      return createHmac('sha256', key).update(uid).digest().subarray(0, 16).toString('hex')
    },
    async sweep(now) {
      if (known && known.day < utcDay(now)) known = null
      await sql`delete from visitor_days where day < ${utcDay(now)}::date`.execute(db)
    },
  }
}

function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}
