import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { takeAll } from '#platform/rate-limits.server.ts'
import { transact } from '#platform/transact.server.ts'
import { deleteDaysBefore } from './past-days.server.ts'
import { utcDay } from './utc-day.ts'

/** Clicks counted per network, creator and hour. */
const NETWORK_CLICKS_PER_HOUR = { count: 60, windowSeconds: 3600 }

export interface SupportClick {
  creatorId: string
  url: string
  /** 16 bytes, in hexadecimal. */
  visitorHash: string
  /** Hash of the visitor's network: 16 bytes, in hexadecimal. */
  networkHash: string
  clickedAt: Date
}

/** Clicks on one link on one UTC day. */
export interface SupportClickDay {
  day: string
  url: string
  clicks: number
}

/** How the keys of the limits of a creator's clicks begin. */
export function clickLimitPrefix(creatorId: string): string {
  return `support-clicks:${creatorId}:`
}

/** Rolls back a click that a full network refuses: it leaves no row. */
class NetworkFull extends Error {}

/** Counts a click, once per link, visitor and UTC day; a refused one is not stored. @returns whether it counted */
export async function storeSupportClick(db: Db, click: SupportClick): Promise<boolean> {
  try {
    return await countClick(db, click)
  } catch (error) {
    if (error instanceof NetworkFull) return false
    throw error
  }
}

async function countClick(db: Db, click: SupportClick): Promise<boolean> {
  const { creatorId, url, visitorHash } = click
  const day = utcDay(click.clickedAt)
  return await transact(
    db,
    async (trx) => {
      const { rows } = await sql`
        insert into support_clicks (creator_id, url, day, visitor_hash)
        values (${creatorId}, ${url}, ${day}::date, ${visitorHash}) on conflict do nothing returning 1
      `.execute(trx)
      if (rows.length === 0) return false
      const key = `${clickLimitPrefix(creatorId)}${click.networkHash}`
      const [fullKey] = await takeAll(trx, [[{ key, ...NETWORK_CLICKS_PER_HOUR }]])
      if (fullKey) throw new NetworkFull()
      await sql`
        insert into support_click_days as present (creator_id, day, url, clicks) values (${creatorId}, ${day}::date, ${url}, 1)
        on conflict (creator_id, day, url) do update set clicks = present.clicks + 1
      `.execute(trx)
      return true
    },
    { isolationLevel: 'read committed' },
  )
}

/** Counted clicks of a creator's links, oldest day first. */
export async function supportClickDaysOf(db: Db, creatorId: string): Promise<SupportClickDay[]> {
  const { rows } = await sql<SupportClickDay>`
    select day::text, url, clicks from support_click_days where creator_id = ${creatorId} order by day, url
  `.execute(db)
  return rows
}

/** Removes the marks by which each visitor was counted once on past days. */
export async function removePastClicks(db: Db, now: Date): Promise<void> {
  await deleteDaysBefore(db, 'support_clicks', utcDay(now))
}
