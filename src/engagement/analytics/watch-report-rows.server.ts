import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import { lockStats } from '../count-rows.server.ts'
import {
  addLaterReport,
  addSeen,
  type StoredReport,
  WATCH_REPORTS_MAX,
  type WatchMark,
  watchMarks,
} from './watch-report.ts'

export interface VisitReport extends StoredReport {
  episodeId: string
  visitId: string
  reportedAt: Date
  /** Watches before this are not reported on any more. */
  playedAfter: Date
}

interface KnownWatch {
  episodeId: string
  visitId: string
  day: string
  playedAt: Date
  reached: WatchMark | null
  watchedMs: number | null
  seen: Uint8Array | null
  /** Number of stored reports. */
  reports: number
}

/** All reports of a watch together. */
interface MergedReport extends StoredReport {
  reports: number
}

/** The sums that the reports of one episode and day add to it. */
interface Added {
  episodeId: string
  day: string
  watchedMs: number
  reached: Record<WatchMark, number>
}

/**
 * Adds the time and the marks of these reports beyond earlier ones of the same watch to its day. Reports without a counted
 * watch, and those beyond the most of one watch, add nothing and lock nothing. For the others it locks the counts of their
 * episodes, like a play.
 *
 * @returns per report whether there is such a watch
 */
export async function storeReports(db: Db, reports: VisitReport[]): Promise<boolean[]> {
  const known = await findWatches(db, reports)
  const open = reports.filter((report) => (known.get(keyOf(report))?.reports ?? WATCH_REPORTS_MAX) < WATCH_REPORTS_MAX)
  if (open.length > 0) await transact(db, (trx) => addReports(trx, open), { isolationLevel: 'read committed' })
  return reports.map((report) => known.has(keyOf(report)))
}

async function addReports(trx: Trx, reports: VisitReport[]): Promise<void> {
  await lockStats(trx, [...new Set(reports.map((report) => report.episodeId))].sort())
  // Again: other reports of these watches may have been stored before the lock.
  const watches = await findWatches(trx, reports)
  const merged = new Map<KnownWatch, MergedReport>()
  for (const report of reports) {
    const watch = watches.get(keyOf(report))
    if (!watch) continue
    const earlier = merged.get(watch) ?? reportOf(watch)
    const number = earlier?.reports ?? 0
    if (number >= WATCH_REPORTS_MAX) continue
    const sincePlayMs = report.reportedAt.getTime() - watch.playedAt.getTime()
    merged.set(watch, { ...addLaterReport(earlier, report, sincePlayMs), reports: number + 1 })
  }
  if (merged.size === 0) return
  await writeReports(trx, merged)
  await addToDays(trx, addedByDay(merged))
  await addToRetention(trx, merged)
}

function keyOf({ episodeId, visitId }: { episodeId: string; visitId: string }): string {
  return `${episodeId} ${visitId}`
}

function reportOf({ reached, watchedMs, seen, reports }: KnownWatch): MergedReport | null {
  return reached !== null && watchedMs !== null && seen !== null ? { reached, watchedMs, seen, reports } : null
}

/** Finds the measured watches of these visits: a watch without a source is older than reports. */
async function findWatches(db: Db | Trx, reports: VisitReport[]): Promise<Map<string, KnownWatch>> {
  const { rows } = await sql<KnownWatch>`
    select plays.episode_id as "episodeId", plays.visit_id as "visitId", plays.day::text as day,
      played_at as "playedAt", reached, watched_ms as "watchedMs", seen, coalesce(reports, 0) as reports
    from (
      select distinct episode_id, visit_id, played_after from unnest(
        ${reports.map((report) => report.episodeId)}::text[], ${reports.map((report) => report.visitId)}::text[],
        ${reports.map((report) => report.playedAfter.toISOString())}::timestamptz[]
      ) as given (episode_id, visit_id, played_after)
    ) as reported
    join plays using (episode_id, visit_id)
    left join watch_reports using (episode_id, visit_id)
    where kind = 'watch' and source is not null and played_at > played_after
  `.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function writeReports(trx: Trx, merged: Map<KnownWatch, MergedReport>): Promise<void> {
  const watches = [...merged.keys()]
  const reports = [...merged.values()]
  await sql`
    insert into watch_reports (episode_id, visit_id, day, reached, watched_ms, seen, reports)
    select episode_id, visit_id, day, reached, watched_ms, decode(seen, 'hex'), reports from unnest(
      ${watches.map((watch) => watch.episodeId)}::text[], ${watches.map((watch) => watch.visitId)}::text[],
      ${watches.map((watch) => watch.day)}::date[], ${reports.map((report) => report.reached)}::smallint[],
      ${reports.map((report) => report.watchedMs)}::integer[],
      ${reports.map((report) => Buffer.from(report.seen).toString('hex'))}::text[],
      ${reports.map((report) => report.reports)}::smallint[]
    ) as given (episode_id, visit_id, day, reached, watched_ms, seen, reports)
    on conflict (episode_id, visit_id) do update set
      reached = excluded.reached, watched_ms = excluded.watched_ms, seen = excluded.seen,
      reports = excluded.reports
  `.execute(trx)
}

function addedByDay(merged: Map<KnownWatch, StoredReport>): Added[] {
  const days = new Map<string, Added>()
  for (const [watch, report] of merged) {
    const { episodeId, day } = watch
    const key = `${episodeId} ${day}`
    const added = days.get(key) ?? { episodeId, day, watchedMs: 0, reached: { 25: 0, 50: 0, 75: 0, 95: 0 } }
    added.watchedMs += report.watchedMs - (watch.watchedMs ?? 0)
    for (const mark of watchMarks) if (report.reached >= mark && (watch.reached ?? 0) < mark) added.reached[mark] += 1
    days.set(key, added)
  }
  return [...days.values()]
}

async function addToDays(trx: Trx, added: Added[]): Promise<void> {
  const marks = (mark: WatchMark) => added.map(({ reached }) => reached[mark])
  await sql`
    update daily_totals set
      watch_ms = watch_ms + added.ms,
      reached_25 = reached_25 + added.to_25,
      reached_50 = reached_50 + added.to_50,
      reached_75 = reached_75 + added.to_75,
      reached_95 = reached_95 + added.to_95
    from unnest(
      ${added.map(({ episodeId }) => episodeId)}::text[], ${added.map(({ day }) => day)}::date[],
      ${added.map(({ watchedMs }) => watchedMs)}::bigint[],
      ${marks(25)}::integer[], ${marks(50)}::integer[], ${marks(75)}::integer[], ${marks(95)}::integer[]
    ) as added (episode_id, day, ms, to_25, to_50, to_75, to_95)
    where daily_totals.episode_id = added.episode_id and daily_totals.day = added.day
  `.execute(trx)
}

/** The episodes are locked, so no other report changes their seconds until the commit. */
async function addToRetention(trx: Trx, merged: Map<KnownWatch, StoredReport>): Promise<void> {
  const episodeIds = [...new Set([...merged.keys()].map((watch) => watch.episodeId))]
  const { rows } = await sql<{ episodeId: string; seconds: number[] }>`
    select episode_id as "episodeId", seconds from retention where episode_id = any(${episodeIds}::text[])
  `.execute(trx)
  const secondsOf = new Map(rows.map(({ episodeId, seconds }) => [episodeId, seconds]))
  for (const [watch, report] of merged) {
    const seconds = secondsOf.get(watch.episodeId) ?? []
    addSeen(seconds, watch.seen, report.seen)
    secondsOf.set(watch.episodeId, seconds)
  }
  for (const [episodeId, seconds] of secondsOf)
    await sql`
      insert into retention (episode_id, seconds) values (${episodeId}, ${seconds}::integer[])
      on conflict (episode_id) do update set seconds = excluded.seconds
    `.execute(trx)
}
