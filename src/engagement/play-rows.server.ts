import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { takeAll } from '#platform/rate-limits.server.ts'
import { transact } from '#platform/transact.server.ts'
import { countVisitors, ensureChannelDays } from './analytics/day-marks.server.ts'
import type { PlaySource } from './analytics/play-source.ts'
import { ensureStats, lockStats } from './count-rows.server.ts'
import type { PlayKind } from './play.ts'
import { CountedPlays, limitsOf, type PlayLimit, type ReportedPlay } from './play-rules.ts'
import { utcDay } from './utc-day.ts'

export interface TimedPlay extends ReportedPlay {
  playedAt: Date
  creatorUid: string
  /** The visitor among those of the day: 16 bytes, in hexadecimal. */
  dayVisitor: string
  source: PlaySource
  /** The site before a play from outside, if known. */
  host: string | null
}

export interface StoredPlay {
  /** The episode's views with every play of this call. */
  views: number
  counted: boolean
  /** The limit that prevented its counting, if any. */
  exceededLimit: PlayLimit['name'] | null
  /** Whether a play of this visitor session on this episode is stored, by this report or before. */
  isVisitorKnown: boolean
}

/**
 * Stores the plays that count and adds them to their episodes' counts, in one transaction. It locks each episode's row of
 * counts, across all processes: a decision about a play still holds when the play is stored.
 *
 * @returns one result per play, in the same order; null for an episode that is gone
 * @throws a foreign key violation when an episode is being removed before its first play
 */
export async function storePlays(db: Db, plays: TimedPlay[]): Promise<(StoredPlay | null)[]> {
  const episodeIds = [...new Set(plays.map((play) => play.episodeId))].sort()
  await ensureStats(db, episodeIds)
  await ensureChannelDays(
    db,
    plays.map(({ creatorUid, playedAt }) => ({ creatorUid, day: utcDay(playedAt) })),
  )
  return transact(
    db,
    async (trx) => {
      const locked = await lockStats(trx, episodeIds)
      const known = await findCounted(trx, plays)
      const seen = new CountedPlays()
      const fresh = plays.filter((play) => {
        const isFresh = locked.has(play.episodeId) && !known.has(play) && !seen.has(play)
        if (isFresh) seen.add(play)
        return isFresh
      })
      const exceeded = await applyLimits(trx, fresh)
      const counted = new Set(fresh.filter((play) => !exceeded.has(play)))
      for (const play of counted) known.add(play)
      const views = new Map([...locked, ...(await insertPlays(trx, [...counted]))])
      await countVisitors(trx, [...counted])
      return plays.map((play) => {
        const total = views.get(play.episodeId)
        if (total === undefined) return null
        return {
          views: total,
          counted: counted.has(play),
          exceededLimit: exceeded.get(play) ?? null,
          isVisitorKnown: known.hasVisitor(play),
        }
      })
    },
    { isolationLevel: 'read committed' },
  )
}

/** Takes slots in the limits and returns the plays that found none, each with the limit that was full. */
async function applyLimits(trx: Trx, plays: TimedPlay[]): Promise<Map<TimedPlay, PlayLimit['name']>> {
  const limits = plays.map(limitsOf)
  const full = await takeAll(trx, limits)
  return new Map(
    plays.flatMap((play, at) => {
      const limit = limits[at]!.find(({ key }) => key === full[at])
      return limit ? [[play, limit.name] as const] : []
    }),
  )
}

async function findCounted(trx: Trx, plays: ReportedPlay[]): Promise<CountedPlays> {
  const episodeIds = plays.map((play) => play.episodeId)
  const { rows } = await sql<{ episodeId: string; kind: PlayKind; visitId: string; visitorHash: string }>`
    with reported (episode_id, visit_id, visitor_hash) as (
      select episode_id, visit_id, decode(visitor_hash, 'hex') from unnest(
        ${episodeIds}::text[], ${plays.map((play) => play.visitId)}::text[], ${plays.map((play) => play.visitorHash)}::text[]
      ) as given (episode_id, visit_id, visitor_hash)
    ), counted as (
      select plays.* from reported join plays using (episode_id, visit_id)
      union all
      select plays.* from reported join plays using (episode_id, visitor_hash) where plays.kind = 'watch'
    )
    select episode_id as "episodeId", kind, visit_id as "visitId", encode(visitor_hash, 'hex') as "visitorHash"
    from counted
  `.execute(trx)
  const known = new CountedPlays()
  for (const row of rows) known.add(row)
  return known
}

/** Stores plays whose episodes are locked, and returns the new views of each episode. */
async function insertPlays(trx: Trx, plays: TimedPlay[]): Promise<[string, number][]> {
  if (plays.length === 0) return []
  const { rows } = await sql<{ episodeId: string; views: number }>`
    with inserted as (
      insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at, is_own, source, host)
      select id, episode_id, kind, decode(visitor_hash, 'hex'), visit_id, played_at, is_own, source, host from unnest(
        ${plays.map(newId)}::text[], ${plays.map((play) => play.episodeId)}::text[],
        ${plays.map((play) => play.kind)}::text[], ${plays.map((play) => play.visitorHash)}::text[],
        ${plays.map((play) => play.visitId)}::text[], ${plays.map((play) => play.playedAt.toISOString())}::timestamptz[],
        ${plays.map((play) => play.isOwn)}::boolean[], ${plays.map((play) => play.source)}::text[],
        ${plays.map((play) => play.host)}::text[]
      ) as given (id, episode_id, kind, visitor_hash, visit_id, played_at, is_own, source, host)
      returning episode_id, played_at
    ), added as (
      select episode_id, count(*) as views, max(played_at) as last_at from inserted group by episode_id
    )
    update episode_stats set
      views = episode_stats.views + added.views,
      last_viewed_at = greatest(episode_stats.last_viewed_at, added.last_at)
    from added where episode_stats.episode_id = added.episode_id
    returning episode_stats.episode_id as "episodeId", episode_stats.views
  `.execute(trx)
  return rows.map((row) => [row.episodeId, row.views])
}
