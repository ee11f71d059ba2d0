import { sql } from 'kysely'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { transact } from '#platform/transact.server.ts'
import { isGrowing } from './chunk-rows.server.ts'
import { findDuplicates, findLikelyDuplicate } from './duplicate-rows.server.ts'
import type { FailureReason } from './failure-reasons.ts'
import { currentAudience, isNarrower } from './media-audience.ts'
import { type Playback, UNFINISHED_UPLOADS_MAX, VIDEO_NAME_MAX_CHARACTERS, type Video } from './video.ts'
import { emitVideoEvent } from './video-events.server.ts'
import type { VideoHost } from './video-host.ts'
import { mayOwn, mayUpload } from './video-permissions.ts'
import {
  findVideoRow,
  lockVideoRow,
  lockVideoRows,
  lockVideoRowsOf,
  type NewVideoRow,
  toVideo,
  type VideoRow,
  type VideoViewRow,
  videoRowsOf,
  videoTables,
  viewColumns,
} from './video-rows.server.ts'
import { isInQueue, waitingSteps } from './video-step.ts'
import { waitForMilestone } from './wait-for-milestone.server.ts'

export interface VideoLibraryParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
}

/** Host-specific operations on the videos it stores. */
export interface HostAdapter {
  /** URLs of a video's media, as far as they exist. */
  playbackOf(row: VideoViewRow): Playback
  /** Removes everything the host stores of a video whose row is gone, or that failed. */
  eraseJob: JobKind<{ uid: string }>
  /** Called inside the transaction that removes a row. */
  onRemoved?(trx: Trx, row: VideoRow): Promise<void>
  /** Called inside the transaction that lets fewer people read a video's media. */
  onRestricted?(trx: Trx, row: VideoRow): Promise<void>
  /** Number of videos ahead of each one that waits for a worker, by uid; absent where that is unknown. */
  queuePositions?(): Promise<Map<string, number>>
  /** Refreshes a row that a caller waits for; may return it unchanged when that takes long. */
  refresh?(row: VideoRow): Promise<VideoRow>
}

/** The part common to all hosts: rows, permissions on them, and their events. */
export type VideoLibrary = ReturnType<typeof createVideoLibrary>

export function createVideoLibrary({ db, clock, jobs, events, limits }: VideoLibraryParts, adapter: HostAdapter) {
  const shape = (row: VideoViewRow): Video => toVideo(row, adapter.playbackOf(row))

  /** Videos as owners see them: with their queue positions where they wait for a worker. */
  async function shapeAll(rows: VideoViewRow[]): Promise<Video[]> {
    const positions = rows.some(isInQueue) ? await adapter.queuePositions?.() : undefined
    return rows.map((row) => {
      const video = shape(row)
      const ahead = isInQueue(row) ? positions?.get(row.uid) : undefined
      if (ahead === undefined) return video
      return { ...video, status: { ...video.status, step: 'waiting', stepParameters: { ahead } } }
    })
  }

  async function shapeNow(row: VideoRow): Promise<Video> {
    const [video] = await shapeAll([row])
    return video!
  }

  /** @throws Refusal video.not_found, both for an absent video and for someone else's */
  async function ownRow(account: Account, uid: string): Promise<VideoRow> {
    const row = isPossibleId(uid) ? await findVideoRow(db, uid) : undefined
    if (!row || !mayOwn(account, row)) throw new Refusal('video.not_found')
    return row
  }

  async function freshRow(account: Account, uid: string): Promise<VideoRow> {
    const row = await ownRow(account, uid)
    return adapter.refresh ? await adapter.refresh(row) : row
  }

  /** Deletes the row now; a job removes the bytes. */
  async function removeRow(trx: Trx, row: VideoRow): Promise<void> {
    await videoTables(trx).deleteFrom('videos').where('uid', '=', row.uid).execute()
    await jobs.enqueue(trx, adapter.eraseJob, { uid: row.uid })
    await adapter.onRemoved?.(trx, row)
    await emitVideoEvent(events, trx, row, { removed: true, leftLine: isInQueue(row) })
  }

  /** Serialises concurrent requests of a creator. @throws Refusal video.quota_reached, video.too_many_unfinished */
  async function lockQuota(trx: Trx, creatorId: string, sizeBytes: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${creatorId}, 1))`.execute(trx)
    const used = await videoTables(trx)
      .selectFrom('videos')
      .select((eb) => [
        eb.fn.sum<number | null>('size_bytes').as('bytes'),
        eb.fn.countAll<number>().filterWhere('state', '=', 'pendingupload').as('unfinished'),
      ])
      .where('creator_id', '=', creatorId)
      .executeTakeFirstOrThrow()
    if (Number(used.bytes ?? 0) + sizeBytes > limits.creatorQuotaBytes) throw new Refusal('video.quota_reached')
    if (Number(used.unfinished) >= UNFINISHED_UPLOADS_MAX) throw new Refusal('video.too_many_unfinished')
  }

  /** The part of `VideoHost` that does not depend on where bytes are stored. */
  const hostMethods = {
    async get(account, uid) {
      return shapeNow(await freshRow(account, uid))
    },

    async waitUntil(account, uid, milestone, timeoutMs, signal) {
      const read = () => freshRow(account, uid)
      const parts = { events, read, changesWithoutEvents: adapter.refresh !== undefined }
      return shapeNow(await waitForMilestone(parts, { uid, milestone, timeoutMs, signal }))
    },

    async remove(account, uid) {
      await ownRow(account, uid)
      await transact(db, async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        if (row.is_published) throw new Refusal('video.in_use')
        if (row.is_awaited) throw new Refusal('video.awaited')
        await removeRow(trx, row)
      })
    },

    async removeWithEpisode(trx, uid) {
      const row = await lockVideoRow(trx, uid)
      if (row) await removeRow(trx, row)
    },

    async removeAllOf(trx, creatorId, firstUids) {
      const rows = await lockVideoRowsOf(trx, creatorId)
      const rankByUid = new Map((await firstUids()).map((uid, index) => [uid, index]))
      const rank = ({ uid }: VideoRow) => rankByUid.get(uid) ?? rankByUid.size
      for (const row of rows.sort((one, other) => rank(one) - rank(other))) await removeRow(trx, row)
    },

    async ownedBy(account) {
      return shapeAll(await videoRowsOf(db, account.uid))
    },

    async attachToEpisode(trx, creatorId, uid) {
      const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
      if (row?.creator_id !== creatorId) return null
      if (row.state === 'error') return shape(row)
      const changes = { is_published: true, is_awaited: false }
      const attached = { ...row, ...changes }
      await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
      await emitVideoEvent(events, trx, attached)
      return shape(attached)
    },

    async restrict(trx, uid, audience) {
      const row = await lockVideoRow(trx, uid)
      const restricted_to = audience === 'everyone' ? null : audience
      if (!row || row.restricted_to === restricted_to) return
      const changed = { ...row, restricted_to }
      await videoTables(trx).updateTable('videos').set({ restricted_to }).where('uid', '=', uid).execute()
      await emitVideoEvent(events, trx, changed)
      if (isNarrower(currentAudience(changed), currentAudience(row))) await adapter.onRestricted?.(trx, changed)
    },

    async lock(trx, uids) {
      if (uids.length > 0) await lockVideoRows(trx, uids)
    },

    async isFullyPlayable(trx, uid) {
      return !(await isGrowing(trx, uid))
    },

    async awaitForEpisode(trx, creatorId, uid) {
      const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
      if (row?.creator_id !== creatorId || row.is_published) return null
      if (row.state === 'error') return shape(row)
      await videoTables(trx).updateTable('videos').set({ is_awaited: true }).where('uid', '=', uid).execute()
      return shape(row)
    },

    async findMany(uids) {
      if (uids.length === 0) return new Map()
      const rows = await videoTables(db)
        .selectFrom('videos')
        .select(viewColumns)
        .where('uid', '=', sql<string>`any(${uids}::text[])`)
        .execute()
      return new Map((await shapeAll(rows)).map((video) => [video.uid, video]))
    },

    durationOf: async (uid) => (await findVideoRow(db, uid))?.duration_seconds ?? null,

    async waitingOf(creatorIds) {
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
    },

    findDuplicates: (uids) => findDuplicates(db, uids),

    findLikelyDuplicate: (account, file) => findLikelyDuplicate(db, account.uid, file),

    async hasWorkForOthers(creatorIds) {
      const waiting = await videoTables(db)
        .selectFrom('videos')
        .select('uid')
        .where(({ eb, and, or }) =>
          and([
            or([
              eb('state', 'in', ['queued', 'inprogress']),
              and([eb('state', '=', 'ready'), eb('percent_complete', '<', 100)]),
            ]),
            ...(creatorIds.length > 0
              ? [or([eb('creator_id', 'is', null), eb('creator_id', 'not in', creatorIds)])]
              : []),
          ]),
        )
        .limit(1)
        .executeTakeFirst()
      return waiting !== undefined
    },
  } satisfies Partial<VideoHost>

  return {
    hostMethods: hostMethods,
    shape,
    ownRow,

    /**
     * Checks whether this person may send this file, by its declared name and size.
     * @returns the name to store
     * @throws Refusal video.creators_only, video.name_invalid, video.size_invalid, video.too_many_bytes
     */
    admitUpload(account: Account, { name, sizeBytes }: { name: string; sizeBytes: number }): string {
      if (!mayUpload(account)) throw new Refusal('video.creators_only')
      const readable = readName(name)
      if (!Number.isSafeInteger(sizeBytes) || sizeBytes <= 0)
        throw new Refusal('video.size_invalid', { field: 'sizeBytes' })
      if (sizeBytes > limits.maxUploadBytes) throw new Refusal('video.too_many_bytes', { field: 'sizeBytes' })
      return readable
    },

    /** Checks whether this creator may have another upload of this size; the binding check is in `storeUpload`. */
    async checkQuota(creatorId: string, sizeBytes: number): Promise<void> {
      await transact(db, (trx) => lockQuota(trx, creatorId, sizeBytes))
    },

    /** Stores the row of an upload. @throws Refusal video.quota_reached, video.too_many_unfinished */
    async storeUpload(row: Omit<NewVideoRow, 'created_at'>, afterInsert?: (trx: Trx) => Promise<void>): Promise<void> {
      await transact(db, async (trx) => {
        if (row.creator_id) await lockQuota(trx, row.creator_id, row.size_bytes)
        await videoTables(trx)
          .insertInto('videos')
          .values({ ...row, created_at: clock.now() })
          .execute()
        await afterInsert?.(trx)
      })
    },

    /** Ends an unfinished upload: removes its row, or sets it to `error` when an episode uses or awaits it. */
    async endUpload(trx: Trx, uid: string, reason: FailureReason): Promise<void> {
      const row = await lockVideoRow(trx, uid)
      if (row?.state !== 'pendingupload') return
      const isNeeded = (row.is_published || row.is_awaited) && row.creator_id !== null
      if (!isNeeded) return await removeRow(trx, row)
      const end = { state: 'error' as const, step: '' as const, reason_code: reason, ask_at: null }
      await videoTables(trx).updateTable('videos').set(end).where('uid', '=', uid).execute()
      await jobs.enqueue(trx, adapter.eraseJob, { uid })
      await emitVideoEvent(events, trx, { ...row, ...end })
    },
  }
}

/** @throws Refusal video.name_invalid */
export function readName(name: string): string {
  const reading = readText(name, { maxCharacters: VIDEO_NAME_MAX_CHARACTERS })
  if (!reading.ok || reading.text === '') throw new Refusal('video.name_invalid', { field: 'name' })
  return reading.text
}
