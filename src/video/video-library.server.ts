import { sql } from 'kysely'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { isGrowing } from './chunk-rows.server.ts'
import type { FailureReason } from './failure-reasons.ts'
import { findEarlierVideos, findLikeVideo } from './same-file-rows.server.ts'
import { type Playback, UNFINISHED_UPLOADS_MAX, VIDEO_NAME_MAX_CHARACTERS, type Video, waitingWords } from './video.ts'
import type { VideoHost } from './video-host.ts'
import { announce, VIDEO_CHANNEL, type VideoChange } from './video-news.server.ts'
import { mayOwn, mayUpload } from './video-permissions.ts'
import {
  findVideoRow,
  lockVideoRow,
  lockVideoRows,
  lockVideoRowsOf,
  type NewVideoRow,
  toVideo,
  type VideoRow,
  videoRowsOf,
  videoTables,
} from './video-rows.server.ts'
import { isInLine, WAITING_STEP } from './video-state.ts'

export interface LibraryParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
}

/** What one kind of host does in its own way with the videos it keeps. */
export interface Keeping {
  /** Where the media of a video lie, as far as there are any. */
  playbackOf(row: VideoRow): Playback
  /** Removes everything the host holds of a video whose row is gone, or that failed. */
  eraseJob: JobKind<{ uid: string }>
  /** Told inside the transaction that removes a row. */
  removed?(trx: Trx, row: VideoRow): Promise<void>
  /** How many wait for a worker before each video that does; absent where nothing is known of that. */
  places?(): Promise<Map<string, number>>
  /** Brings a row up to date that somebody waits for; it may be told as it is when that takes long. */
  refresh?(row: VideoRow): Promise<VideoRow>
}

/** What is the same at every host: the rows, who may do what with them, and their news. */
export type VideoLibrary = ReturnType<typeof createVideoLibrary>

const WAIT_POLL_MS = 1000

export function createVideoLibrary({ db, clock, jobs, events, limits }: LibraryParts, keeping: Keeping) {
  const shape = (row: VideoRow): Video => toVideo(row, keeping.playbackOf(row))

  /** As owners see them: with their places, where they wait for a worker. */
  async function shapeAll(rows: VideoRow[]): Promise<Video[]> {
    const places = rows.some(isInLine) ? await keeping.places?.() : undefined
    return rows.map((row) => {
      const video = shape(row)
      const waitingBefore = isInLine(row) ? places?.get(row.uid) : undefined
      if (waitingBefore === undefined) return video
      return { ...video, status: { ...video.status, step: waitingWords(waitingBefore), waitingBefore } }
    })
  }

  async function shapeNow(row: VideoRow): Promise<Video> {
    const [video] = await shapeAll([row])
    return video!
  }

  /** @throws Refusal video.not_found, alike for absent and for somebody else's */
  async function ownRow(account: Account, uid: string): Promise<VideoRow> {
    const row = isPossibleId(uid) ? await findVideoRow(db, uid) : undefined
    if (!row || !mayOwn(account, row)) throw new Refusal('video.not_found')
    return row
  }

  async function freshRow(account: Account, uid: string): Promise<VideoRow> {
    const row = await ownRow(account, uid)
    return keeping.refresh ? await keeping.refresh(row) : row
  }

  /** Row first, bytes by job. */
  async function removeRow(trx: Trx, row: VideoRow): Promise<void> {
    await videoTables(trx).deleteFrom('videos').where('uid', '=', row.uid).execute()
    await jobs.enqueue(trx, keeping.eraseJob, { uid: row.uid })
    await keeping.removed?.(trx, row)
    await announce(events, trx, row, { removed: true, leftLine: isInLine(row) })
  }

  /** @throws Refusal video.quota_reached, video.too_many_unfinished; two requests at once are counted one after the other */
  async function holdQuota(trx: Trx, creatorId: string, sizeBytes: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${creatorId}, 1))`.execute(trx)
    const held = await videoTables(trx)
      .selectFrom('videos')
      .select((eb) => [
        eb.fn.sum<number | null>('size_bytes').as('bytes'),
        eb.fn.countAll<number>().filterWhere('state', '=', 'pendingupload').as('unfinished'),
      ])
      .where('creator_id', '=', creatorId)
      .executeTakeFirstOrThrow()
    if (Number(held.bytes ?? 0) + sizeBytes > limits.creatorQuotaBytes) throw new Refusal('video.quota_reached')
    if (Number(held.unfinished) >= UNFINISHED_UPLOADS_MAX) throw new Refusal('video.too_many_unfinished')
  }

  /** The part of `VideoHost` that does not depend on where bytes are kept. */
  const verbs = {
    async get(account, uid) {
      return shapeNow(await freshRow(account, uid))
    },

    async waitUntilMeasured(account, uid, timeoutMs) {
      const until = performance.now() + timeoutMs
      let wake = () => {}
      const stop = events.subscribe(VIDEO_CHANNEL, (change) => {
        if ((change as VideoChange).uid === uid) wake()
      })
      try {
        for (;;) {
          const changed = new Promise<void>((resolve) => {
            wake = resolve
          })
          const row = await freshRow(account, uid)
          const left = until - performance.now()
          if (row.measured_at !== null || row.state === 'error' || left <= 0) return await shapeNow(row)
          await Promise.race([changed, new Promise((r) => setTimeout(r, Math.min(left, WAIT_POLL_MS)))])
        }
      } finally {
        stop()
      }
    },

    async remove(account, uid) {
      await ownRow(account, uid)
      await db.transaction().execute(async (trx) => {
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
      const placeOf = new Map((await firstUids()).map((uid, place) => [uid, place]))
      const place = ({ uid }: VideoRow) => placeOf.get(uid) ?? placeOf.size
      for (const row of rows.sort((one, other) => place(one) - place(other))) await removeRow(trx, row)
    },

    async ownedBy(account) {
      return shapeAll(await videoRowsOf(db, account.uid))
    },

    async claimForEpisode(trx, creatorId, uid) {
      const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
      if (row?.creator_id !== creatorId) return null
      if (row.state === 'error') return shape(row)
      const claims = { is_published: true, is_awaited: false }
      const claimed = { ...row, ...claims }
      await videoTables(trx).updateTable('videos').set(claims).where('uid', '=', uid).execute()
      await announce(events, trx, claimed)
      return shape(claimed)
    },

    async hold(trx, uids) {
      if (uids.length > 0) await lockVideoRows(trx, uids)
    },

    async playsWhole(trx, uid) {
      return !(await isGrowing(trx, uid))
    },

    async awaitForEpisode(trx, creatorId, uid) {
      const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
      if (row?.creator_id !== creatorId || row.is_published) return null
      if (row.state === 'error') return shape(row)
      await videoTables(trx).updateTable('videos').set({ is_awaited: true }).where('uid', '=', uid).execute()
      return shape({ ...row, is_awaited: true })
    },

    async findMany(uids) {
      if (uids.length === 0) return new Map()
      const rows = await videoTables(db).selectFrom('videos').selectAll().where('uid', 'in', uids).execute()
      return new Map((await shapeAll(rows)).map((video) => [video.uid, video]))
    },

    async waitingOf(creatorIds) {
      if (creatorIds.length === 0) return []
      const rows = await videoTables(db)
        .selectFrom('videos')
        .select('uid')
        .where('creator_id', 'in', creatorIds)
        .where(({ eb, or, and }) =>
          or([eb('state', '=', 'queued'), and([eb('state', '=', 'inprogress'), eb('step', '=', WAITING_STEP)])]),
        )
        .execute()
      return rows.map(({ uid }) => uid)
    },

    findEarlier: (uids) => findEarlierVideos(db, uids),

    findLike: (account, file) => findLikeVideo(db, account.uid, file),

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
    verbs,
    shape,
    ownRow,

    /**
     * Whether this person may send this file, as far as the announcement tells.
     * @returns the name as it is kept
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

    /** Whether this creator may have another upload of this size; asked again, bindingly, when the row is stored. */
    async checkQuota(creatorId: string, sizeBytes: number): Promise<void> {
      await db.transaction().execute((trx) => holdQuota(trx, creatorId, sizeBytes))
    },

    /** Stores the row that waits for its bytes. @throws Refusal video.quota_reached, video.too_many_unfinished */
    async storeUpload(row: Omit<NewVideoRow, 'created_at'>, storeBeside?: (trx: Trx) => Promise<void>): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (row.creator_id) await holdQuota(trx, row.creator_id, row.size_bytes)
        await videoTables(trx)
          .insertInto('videos')
          .values({ ...row, created_at: clock.now() })
          .execute()
        await storeBeside?.(trx)
      })
    },

    /** Ends an unfinished upload: its row goes, or becomes `error` when an episode stands on it or waits for it. */
    async endUpload(trx: Trx, uid: string, reason: FailureReason): Promise<void> {
      const row = await lockVideoRow(trx, uid)
      if (row?.state !== 'pendingupload') return
      const isMissed = (row.is_published || row.is_awaited) && row.creator_id !== null
      if (!isMissed) return await removeRow(trx, row)
      const end = { state: 'error' as const, step: '', reason_code: reason, ask_at: null }
      await videoTables(trx).updateTable('videos').set(end).where('uid', '=', uid).execute()
      await jobs.enqueue(trx, keeping.eraseJob, { uid })
      await announce(events, trx, { ...row, ...end })
    },
  }
}

/** @throws Refusal video.name_invalid */
export function readName(name: string): string {
  const reading = readText(name, { maxCharacters: VIDEO_NAME_MAX_CHARACTERS })
  if (!reading.ok || reading.text === '') throw new Refusal('video.name_invalid', { field: 'name' })
  return reading.text
}
