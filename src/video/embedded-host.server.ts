import { sql } from 'kysely'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import type { CdnPurge } from './cdn-purge.server.ts'
import { receivePageForm } from './upload/receive-page-form.server.ts'
import { UPLOAD_HOURS } from './upload/upload-store.server.ts'
import { EPISODE_MAX_SECONDS, type UploadAddress, VIDEO_NAME_MAX_CHARACTERS } from './video.ts'
import type { VideoHost } from './video-host.ts'
import { eraseJob, measureJob } from './video-jobs.ts'
import { announce, VIDEO_CHANNEL, type VideoChange } from './video-news.server.ts'
import { mayOwn, mayUpload } from './video-permissions.ts'
import {
  findVideoRow,
  hashUploadKey,
  lockVideoRow,
  lockVideoRowsOf,
  toVideo,
  type VideoRow,
  videoRowsOf,
  videoTables,
} from './video-rows.server.ts'

export interface EmbeddedHostParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  storage: DiskStorage
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
  /** Where a CDN has the media that are public; null without one. */
  mediaBaseUrl: string | null
  cdn: CdnPurge
}

/** Our own video host, with what its upload addresses need besides. */
export interface EmbeddedHost extends VideoHost {
  /**
   * An upload asked for by a program in the hosted service's dialect: one plain form, of a size that shows when it is in.
   * Without an owner whoever knows the uid may play the video.
   * @throws Refusal video.creators_only, video.quota_reached, video.storage_full, video.name_invalid
   */
  requestServiceUpload(owner: Account | null, upload: { name: string; maxSeconds: number }): Promise<UploadAddress>
  /** Ends an unfinished upload: its row goes, or becomes `error` when an episode stands on it. */
  cancelUpload(uid: string): Promise<void>
}

type NewUpload = Pick<VideoRow, 'creator_id' | 'name' | 'size_bytes'> &
  Partial<Pick<VideoRow, 'is_size_known' | 'max_seconds' | 'is_published'>>

/** Room that must stay on the disk for everything else. */
const RESERVED_BYTES = 256 * 1024 * 1024
const WAIT_POLL_MS = 1000

export function createEmbeddedHost(parts: EmbeddedHostParts): EmbeddedHost {
  const { db, clock, jobs, events, storage, limits, cdn } = parts
  const show = (row: VideoRow) => toVideo(row, parts.mediaBaseUrl)

  /** @throws Refusal video.not_found, alike for absent and for somebody else's */
  async function ownRow(account: Account, uid: string): Promise<VideoRow> {
    const row = isPossibleId(uid) ? await findVideoRow(db, uid) : undefined
    if (!row || !mayOwn(account, row)) throw new Refusal('video.not_found')
    return row
  }

  /** Row first, bytes by job: whoever finds bytes without a row knows that they are nobody's. */
  async function removeRow(trx: Trx, row: VideoRow): Promise<void> {
    await videoTables(trx).deleteFrom('videos').where('uid', '=', row.uid).execute()
    await jobs.enqueue(trx, eraseJob, { uid: row.uid })
    if (row.is_published) await cdn.forget(trx, row.uid)
    await announce(events, trx, row, true)
  }

  const host: EmbeddedHost = {
    async requestUpload(account, { name, sizeBytes }) {
      if (!mayUpload(account)) throw new Refusal('video.creators_only')
      const readable = readName(name)
      if (!Number.isSafeInteger(sizeBytes) || sizeBytes <= 0)
        throw new Refusal('video.size_invalid', { field: 'sizeBytes' })
      if (sizeBytes > limits.maxUploadBytes) throw new Refusal('video.too_many_bytes', { field: 'sizeBytes' })
      if ((await storage.freeBytes()) < sizeBytes + RESERVED_BYTES) throw new Refusal('video.storage_full')
      return await openUpload({ creator_id: account.uid, name: readable, size_bytes: sizeBytes }, ['tus', 'post'])
    },

    async requestServiceUpload(owner, { name, maxSeconds }) {
      if (owner && !mayUpload(owner)) throw new Refusal('video.creators_only')
      const readable = readName(name)
      if ((await storage.freeBytes()) < RESERVED_BYTES) throw new Refusal('video.storage_full')
      const row = {
        creator_id: owner?.uid ?? null,
        name: readable,
        size_bytes: limits.maxUploadBytes,
        is_size_known: false,
        max_seconds: maxSeconds,
        is_published: owner === null,
      }
      return await openUpload(row, ['post'])
    },

    receivePageForm: (form) =>
      receivePageForm({ ...parts, requestUpload: host.requestUpload, cancelUpload: host.cancelUpload }, form),

    async get(account, uid) {
      return show(await ownRow(account, uid))
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
          const row = await ownRow(account, uid)
          const left = until - performance.now()
          if (row.measured_at !== null || row.state === 'error' || left <= 0) return show(row)
          await Promise.race([changed, new Promise((r) => setTimeout(r, Math.min(left, WAIT_POLL_MS)))])
        }
      } finally {
        stop()
      }
    },

    async retry(account, uid) {
      await ownRow(account, uid)
      return await db.transaction().execute(async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        const original = row.state === 'error' ? await storage.stat(`originals/${uid}`) : null
        if (original?.sizeBytes !== row.size_bytes) throw new Refusal('video.not_retryable')
        const next = { state: 'queued' as const, step: 'Received', reason_code: null, percent_complete: 0 }
        await videoTables(trx).updateTable('videos').set(next).where('uid', '=', uid).execute()
        await jobs.enqueue(trx, measureJob, { uid })
        await announce(events, trx, { ...row, ...next })
        return show({ ...row, ...next })
      })
    },

    async remove(account, uid) {
      await ownRow(account, uid)
      await db.transaction().execute(async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        if (row.is_published) throw new Refusal('video.in_use')
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
      return (await videoRowsOf(db, account.uid)).map(show)
    },

    async originalOf(account, uid) {
      const row = await findVideoRow(db, uid)
      const isThere = row !== undefined && mayOwn(account, row) && row.received_at !== null
      const key = `originals/${uid}`
      const found = isThere ? await storage.stat(key) : null
      return found && { sizeBytes: found.sizeBytes, read: () => storage.read(key) }
    },

    async claimForEpisode(trx, creatorId, uid) {
      const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
      if (row?.creator_id !== creatorId) return null
      if (row.state === 'error') return show(row)
      const claimed = { ...row, is_published: true }
      await videoTables(trx).updateTable('videos').set({ is_published: true }).where('uid', '=', uid).execute()
      await announce(events, trx, claimed)
      return show(claimed)
    },

    async findMany(uids) {
      if (uids.length === 0) return new Map()
      const rows = await videoTables(db).selectFrom('videos').selectAll().where('uid', 'in', uids).execute()
      return new Map(rows.map((row) => [row.uid, show(row)]))
    },

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
            ...(creatorIds.length > 0 ? [eb('creator_id', 'not in', creatorIds)] : []),
          ]),
        )
        .limit(1)
        .executeTakeFirst()
      return waiting !== undefined
    },

    async cancelUpload(uid) {
      await db.transaction().execute(async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (row?.state !== 'pendingupload') return
        if (!row.is_published || row.creator_id === null) return await removeRow(trx, row)
        const end = { state: 'error' as const, step: '', reason_code: 'upload_cancelled' as const }
        await videoTables(trx).updateTable('videos').set(end).where('uid', '=', uid).execute()
        await jobs.enqueue(trx, eraseJob, { uid })
        await announce(events, trx, { ...row, ...end })
      })
    },
  }
  return host

  /** Stores the row that waits for its bytes, and makes the place where they will grow. */
  async function openUpload(row: NewUpload, protocols: UploadAddress['protocols']): Promise<UploadAddress> {
    const uid = newId()
    const key = newId()
    const expiresAt = new Date(clock.now().getTime() + UPLOAD_HOURS * 3_600_000)
    await db.transaction().execute(async (trx) => {
      if (row.creator_id !== null) await holdQuota(trx, row.creator_id, row.size_bytes)
      await videoTables(trx)
        .insertInto('videos')
        .values({
          ...row,
          uid,
          upload_key_hash: hashUploadKey(key),
          upload_expires_at: expiresAt,
          created_at: clock.now(),
        })
        .execute()
    })
    await storage.createEmpty(`originals/${uid}`)
    const maxDurationSeconds = row.max_seconds ?? EPISODE_MAX_SECONDS
    return { uid, uploadURL: `/api/uploads/${key}`, protocols, expiresAt, maxDurationSeconds }
  }

  /** @throws Refusal video.quota_reached; two requests at once are counted one after the other */
  async function holdQuota(trx: Trx, creatorId: string, sizeBytes: number): Promise<void> {
    const tables = videoTables(trx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${creatorId}, 1))`.execute(trx)
    const held = await tables
      .selectFrom('videos')
      .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
      .where('creator_id', '=', creatorId)
      .executeTakeFirstOrThrow()
    if (Number(held.bytes ?? 0) + sizeBytes > limits.creatorQuotaBytes) throw new Refusal('video.quota_reached')
  }
}

/** @throws Refusal video.name_invalid */
function readName(name: string): string {
  const reading = readText(name, { maxCharacters: VIDEO_NAME_MAX_CHARACTERS })
  if (!reading.ok || reading.text === '') throw new Refusal('video.name_invalid', { field: 'name' })
  return reading.text
}
