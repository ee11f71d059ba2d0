import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { ClassificationFailure } from './images/image-moderation.ts'
import type { ItemKind, ItemState, Suggestion } from './item.ts'
import type { ItemRow } from './item-rows.server.ts'
import type { ReasonCode } from './rules.ts'

export interface ListedItem extends Omit<ItemRow, 'state'> {
  state: ItemState
  closedAt: Date | null
  claimedBy: string | null
  claimedUntil: Date | null
  secondAskedBy: string | null
  secondNote: string
  /** Number of open reports, and their reasons. */
  reports: number
  reasons: ReasonCode[]
  suggestion: Suggestion | null
  failure: ClassificationFailure | null
}

/** The place where a page of the queue ends. */
export interface QueuePlace {
  rank: number
  at: Date
  id: string
}

export interface QueueFilter {
  kind: ItemKind | null
  state: ItemState | null
  /** Only things that this moderator has claimed. */
  claimedBy: string | null
  /** Whether those that wait are listed the latest first, within each rank. */
  isNewestFirst: boolean
}

// The time is that of the database, which all nodes share.
const isClaimed = sql`(claimed_by is not null and claimed_until > now())`

const columns = sql`
  item.id, item.subject_kind as "subjectKind", item.subject_id as "subjectId", item.kinds, item.rank,
  item.opened_at as "openedAt", item.closed_at as "closedAt", item.suggestion, item.failure, item.word,
  case when item.state = 'open' and ${isClaimed} then 'claimed' else item.state end as state,
  case when ${isClaimed} then item.claimed_by end as "claimedBy",
  case when ${isClaimed} then item.claimed_until end as "claimedUntil",
  item.second_asked_by as "secondAskedBy", item.second_note as "secondNote",
  reported.number as reports, reported.reasons
`

/** Adds reports to the items of one page only: the rest of the queue is not joined. */
const withReports = (chosen: RawBuilder<unknown>) => sql<ListedItem>`
  select ${columns} from (${chosen}) as item cross join lateral (
    select count(*)::int as number, coalesce(array_agg(distinct reason), '{}') as reasons
    from reports where item_id = item.id and closed_at is null
  ) as reported
`

function conditions({ kind, state, claimedBy }: Omit<QueueFilter, 'isNewestFirst'>): RawBuilder<unknown> {
  const ofState = {
    open: sql`state = 'open' and not ${isClaimed}`,
    claimed: sql`state = 'open' and ${isClaimed}`,
    awaiting_second: sql`state = 'awaiting_second'`,
    closed: sql`state = 'closed'`,
  }
  // A literal, which the planner compares with the conditions of the indexes. Closed items have no kind.
  const ofKind = kind === null ? sql`state <> 'closed'` : sql`${sql.lit(kind)} = any (kinds)`
  return sql.join(
    [
      state === null ? ofKind : ofState[state],
      ...(kind === null || state === null ? [] : [ofKind]),
      ...(claimedBy === null ? [] : [sql`claimed_by = ${claimedBy} and ${isClaimed}`]),
    ],
    sql` and `,
  )
}

/** Items that wait, child safety first, or closed ones, always the latest first; after a place if there is one. */
export async function listItems(
  db: Db,
  filter: QueueFilter,
  { after, limit }: { after: QueuePlace | null; limit: number },
): Promise<ListedItem[]> {
  const { place, order } = orderOf(filter, after)
  const chosen = sql`
    select * from moderation_items where ${conditions(filter)} ${place} order by ${order} limit ${limit}
  `
  const { rows } = await sql<ListedItem>`${withReports(chosen)} order by ${order}`.execute(db)
  return rows
}

function orderOf({ state, isNewestFirst }: QueueFilter, after: QueuePlace | null) {
  if (state === 'closed')
    return {
      place: after ? sql`and (closed_at, id) < (${after.at}, ${after.id})` : sql``,
      order: sql`closed_at desc, id desc`,
    }
  if (isNewestFirst)
    return {
      place: after
        ? sql`and (rank > ${after.rank} or rank = ${after.rank} and (opened_at, id) < (${after.at}, ${after.id}))`
        : sql``,
      order: sql`rank, opened_at desc, id desc`,
    }
  return {
    place: after ? sql`and (rank, opened_at, id) > (${after.rank}, ${after.at}, ${after.id})` : sql``,
    order: sql`rank, opened_at, id`,
  }
}

/** How many items pass a filter. */
export async function countItems(db: Db, filter: Omit<QueueFilter, 'isNewestFirst'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from moderation_items where ${conditions(filter)}
  `.execute(db)
  return rows[0]!.total
}

/** Items that wait, and those of them that are read first. */
export type WaitingCounts = Record<'all' | 'urgent', number>

export async function countWaiting(db: Db): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`
    select count(*)::int as "all", count(*) filter (where rank = 0)::int as urgent
    from moderation_items where state <> 'closed'
  `.execute(db)
  return rows[0]!
}

/** The items of episodes with open reports, and how many these are, by id of the episode. */
export async function openReportsOn(
  db: Db,
  episodeIds: string[],
): Promise<Map<string, { itemId: string; count: number }>> {
  const { rows } = await sql<{ episodeId: string; itemId: string; count: number }>`
    select item.subject_id as "episodeId", item.id as "itemId", count(*)::int as count
    from moderation_items as item join reports on reports.item_id = item.id and reports.closed_at is null
    where item.subject_kind = 'episode' and item.subject_id = any (${episodeIds}::text[])
    group by item.subject_id, item.id
  `.execute(db)
  return new Map(rows.map(({ episodeId, itemId, count }) => [episodeId, { itemId, count }]))
}

export async function findItem(db: Db | Trx, id: string): Promise<ListedItem | undefined> {
  const { rows } = await withReports(sql`select * from moderation_items where id = ${id}`).execute(db)
  return rows[0]
}

/** When something waiting was closed the last time; null for never. */
export async function lastClosedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(closed_at) as at from moderation_items where state = 'closed'
  `.execute(db)
  return rows[0]!.at
}

/** Takes an item for some minutes, or again; false when somebody else has it, or it is closed. */
export async function claimItem(trx: Trx, id: string, uid: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    update moderation_items
    set claimed_by = ${uid}, claimed_until = now() + make_interval(mins => ${minutes})
    where id = ${id} and state <> 'closed' and (claimed_by = ${uid} or not ${isClaimed})
    returning 1
  `.execute(trx)
  return rows.length > 0
}

export async function releaseItem(trx: Trx, id: string): Promise<void> {
  await sql`update moderation_items set claimed_by = null, claimed_until = null where id = ${id}`.execute(trx)
}

/** Leaves a locked item to another moderator. */
export async function askSecond(trx: Trx, id: string, uid: string, note: string): Promise<void> {
  await sql`
    update moderation_items set state = 'awaiting_second', second_asked_by = ${uid}, second_note = ${note},
      claimed_by = null, claimed_until = null
    where id = ${id}
  `.execute(trx)
}
