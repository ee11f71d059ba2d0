import { Transform } from 'node:stream'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { type VideoRow, videoTables } from '../video-rows.server.ts'
import type { DiskSpace } from './disk-space.server.ts'
import { expectOwnerMayUpload, type Owners } from './expect-owner.server.ts'
import type { UploadFiles } from './upload-files.ts'

/**
 * Disk space for uploads: declared bytes are reserved across all nodes, and the disk is checked while bytes arrive. Where they
 * go on to a bucket, the disk has to hold little of them, and the store says when it is full.
 */
export interface UploadSpace {
  /** Whether an upload of so many bytes fits now, in addition to those reserved. */
  hasSpaceFor(sizeBytes: number): Promise<boolean>
  /** Whether the disk has so many bytes for something else, in addition to those reserved. */
  hasDiskFor(sizeBytes: number): Promise<boolean>
  /**
   * Reserves the declared bytes of an upload when its first byte arrives.
   * @returns transform for its bytes, which fails with Refusal video.storage_full when the disk fills up, with
   *   video.upload_gone when the upload expires, and with video.upload_not_found when its owner may no longer upload
   * @throws Refusal video.storage_full, video.too_much_under_way
   */
  reserveFor(row: VideoRow, receivedBytes: number): Promise<Transform>
}

const MIB = 1024 ** 2
/** Limit of one creator's reservations. The excess of a larger file is reserved as it grows. */
const CREATOR_MAX_BYTES = 20 * 1024 * MIB
/** Reserved in advance for an upload of unknown size. */
const BLOCK_BYTES = 64 * MIB
/**
 * The reservation of an upload that stalls for so long lapses. With it ends an upload of unknown size: only a form can send
 * it, which nobody can continue.
 */
export const RESERVATION_TTL_MS = 10 * 60_000
/** The disk is checked after so many bytes; an upload's row is written after a block, or after so long. */
const CHECK_BYTES = 4 * MIB
const RECORD_INTERVAL_MS = 5000
// Arbitrary id of the lock that serialises reservations.
const SPACE_LOCK = 7_239_002

export function createUploadSpace(parts: {
  db: Db
  clock: Clock
  identity: Owners
  diskSpace: DiskSpace
  uploadFiles: Pick<UploadFiles, 'diskBytesFor'>
  log: Log
}): UploadSpace {
  const { db, clock, identity, diskSpace, uploadFiles, log } = parts

  /** Whether so many bytes fit beside those that others have reserved; logs the figures when they do not. */
  async function fits(wantedBytes: number, reservedBytes: number): Promise<boolean> {
    return await hasAvailable(uploadFiles.diskBytesFor(wantedBytes + reservedBytes), { wantedBytes, reservedBytes })
  }

  async function hasAvailable(
    neededBytes: number,
    figures: { wantedBytes: number; reservedBytes: number },
  ): Promise<boolean> {
    const availableBytes = await diskSpace.availableBytes(neededBytes)
    if (availableBytes >= neededBytes) return true
    log.warn({ ...figures, availableBytes }, 'storage: the disk has no space for an upload')
    return false
  }

  /** Bytes that active uploads other than `except` have reserved and not received: of everyone, and of its creator. */
  async function reserved(on: Db | Trx, except?: VideoRow) {
    const missing = sql`greatest(size_bytes - received_bytes, 0)`
    const most = sql`case when is_size_known then ${CREATOR_MAX_BYTES}::bigint else ${BLOCK_BYTES}::bigint end`
    const ahead = sql<number>`least(${missing}, ${most})`
    const { all, own } = await videoTables(on)
      .selectFrom('videos')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.sum<number>(ahead), sql<number>`0`).as('all'),
        eb.fn
          .coalesce(eb.fn.sum<number>(ahead).filterWhere('creator_id', '=', except?.creator_id ?? ''), sql<number>`0`)
          .as('own'),
      ])
      .where('state', '=', 'pendingupload')
      .where('moved_at', '>', new Date(clock.now().getTime() - RESERVATION_TTL_MS))
      .where('uid', '<>', except?.uid ?? '')
      .executeTakeFirstOrThrow()
    return { all: Number(all), own: Number(own) }
  }

  async function recordReceived(on: Db | Trx, uid: string, receivedBytes: number): Promise<void> {
    await videoTables(on)
      .updateTable('videos')
      .set({ received_bytes: receivedBytes, moved_at: clock.now() })
      .where('uid', '=', uid)
      .where('state', '=', 'pendingupload')
      .execute()
  }

  /** @throws Refusal video.storage_full, video.too_much_under_way */
  async function reserve(row: VideoRow, receivedBytes: number): Promise<void> {
    await transact(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${SPACE_LOCK})`.execute(trx)
      const wanted = ahead(row, receivedBytes)
      const { all, own } = await reserved(trx, row)
      if (own + wanted > CREATOR_MAX_BYTES) throw new Refusal('video.too_much_under_way', { retryAfterSeconds: 60 })
      if (!(await fits(wanted, all))) throw new Refusal('video.storage_full')
      await recordReceived(trx, row.uid, receivedBytes)
    })
  }

  /** Counts the bytes that pass, and stops them when the upload may not continue. */
  function meter(row: VideoRow, startBytes: number): Transform {
    let received = startBytes
    let recordedBytes = received
    let checkedBytes = received
    let recordedAt = clock.now().getTime()

    async function check(now: number): Promise<void> {
      checkedBytes = received
      if (row.upload_expires_at.getTime() <= now) throw new Refusal('video.upload_gone')
      if (!(await fits(0, 0))) throw new Refusal('video.storage_full')
      if (received - recordedBytes < BLOCK_BYTES && now - recordedAt < RECORD_INTERVAL_MS) return
      // An existing reservation only shrinks, unless it has lapsed.
      const isReserved =
        ahead(row, recordedBytes) === row.size_bytes - recordedBytes && now - recordedAt < RESERVATION_TTL_MS
      recordedBytes = received
      recordedAt = now
      await expectOwnerMayUpload(identity, row)
      await (isReserved ? recordReceived(db, row.uid, received) : reserve(row, received))
    }

    return new Transform({
      transform(piece: Buffer, _encoding, done) {
        received += piece.length
        const now = clock.now().getTime()
        if (received - checkedBytes < CHECK_BYTES && now - recordedAt < RECORD_INTERVAL_MS) return done(null, piece)
        check(now).then(
          () => done(null, piece),
          (error) => done(error),
        )
      },
    })
  }

  return {
    hasSpaceFor: async (sizeBytes) => fits(sizeBytes, (await reserved(db)).all),
    async hasDiskFor(sizeBytes) {
      const reservedBytes = uploadFiles.diskBytesFor((await reserved(db)).all)
      return await hasAvailable(sizeBytes + reservedBytes, { wantedBytes: sizeBytes, reservedBytes })
    },
    async reserveFor(row, receivedBytes) {
      await reserve(row, receivedBytes)
      return meter(row, receivedBytes)
    },
  }
}

/** Bytes that an upload reserves beyond those received; `reserved` computes this number in SQL. */
function ahead({ size_bytes, is_size_known }: VideoRow, receivedBytes: number): number {
  return Math.min(Math.max(size_bytes - receivedBytes, 0), is_size_known ? CREATOR_MAX_BYTES : BLOCK_BYTES)
}
