import type { Db } from '#platform/database.server.ts'
import { videoTables } from './video-rows.server.ts'
import { waitingSteps } from './video-step.ts'

/** @see VideoHost.waitingOf */
export async function waitingOf(db: Db, creatorIds: string[]): Promise<string[]> {
  if (creatorIds.length === 0) return []
  const rows = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('creator_id', 'in', creatorIds)
    .where(({ eb, or, and }) =>
      or([eb('state', '=', 'queued'), and([eb('state', '=', 'inprogress'), eb('step', 'in', waitingSteps)])]),
    )
    .execute()
  return rows.map(({ uid }) => uid)
}

/** @see VideoHost.hasWorkForOthers */
export async function hasWorkForOthers(db: Db, creatorIds: string[]): Promise<boolean> {
  const waiting = await videoTables(db)
    .selectFrom('videos')
    .select('uid')
    .where(({ eb, and, or }) =>
      and([
        or([
          eb('state', 'in', ['queued', 'inprogress']),
          and([eb('state', '=', 'ready'), eb('percent_complete', '<', 100)]),
        ]),
        ...(creatorIds.length > 0 ? [or([eb('creator_id', 'is', null), eb('creator_id', 'not in', creatorIds)])] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}
