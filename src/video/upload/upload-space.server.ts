import { Transform } from 'node:stream'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { DiskRoom } from '../disk-room.server.ts'
import { type VideoRow, videoTables } from '../video-rows.server.ts'
import { expectOwnerMayUpload, type Owners } from './expect-owner.server.ts'

/** Room on the disk for uploads: what is declared is reserved, on all nodes, and the disk is looked at while bytes come. */
export interface UploadSpace {
  /** Whether so many bytes would find room now, beside what is reserved. */
  hasRoomFor(sizeBytes: number): Promise<boolean>
  /**
   * Reserves what an upload has declared, from its first byte on.
   * @returns what its bytes pass through; it fails with Refusal video.storage_full when the disk runs out meanwhile, with
   *   video.upload_gone when its time is over, and with video.upload_not_found when its owner may not upload any more
   * @throws Refusal video.storage_full, video.too_much_under_way
   */
  begin(row: VideoRow, receivedBytes: number): Promise<Transform>
}

const MIB = 1024 ** 2
/** Of one creator at the same time. What a file has beyond that is reserved as it grows. */
const CREATOR_MOST_BYTES = 20 * 1024 * MIB
/** What an upload of unknown size reserves ahead of what is there. */
const BLOCK_BYTES = 64 * MIB
/** What did not move for so long holds no room any more. */
const LAPSES_MS = 10 * 60_000
/** The disk is looked at after so many bytes; an upload's row is written after a block, or after so long. */
const LOOK_BYTES = 4 * MIB
const NOTE_MS = 5000
// Any constant of ours: reservations are made one after the other.
const SPACE_LOCK = 7_239_002

export function createUploadSpace(parts: { db: Db; clock: Clock; identity: Owners; room: DiskRoom }): UploadSpace {
  const { db, clock, identity, room } = parts

  /** What all uploads that move have reserved and not written, but one of them; and what those of a creator have. */
  async function reserved(on: Db | Trx, but?: VideoRow) {
    const missing = sql`greatest(size_bytes - received_bytes, 0)`
    const most = sql`case when is_size_known then ${CREATOR_MOST_BYTES}::bigint else ${BLOCK_BYTES}::bigint end`
    const ahead = sql<number>`least(${missing}, ${most})`
    const { all, own } = await videoTables(on)
      .selectFrom('videos')
      .select((eb) => [
        eb.fn.coalesce(eb.fn.sum<number>(ahead), sql<number>`0`).as('all'),
        eb.fn
          .coalesce(eb.fn.sum<number>(ahead).filterWhere('creator_id', '=', but?.creator_id ?? ''), sql<number>`0`)
          .as('own'),
      ])
      .where('state', '=', 'pendingupload')
      .where('moved_at', '>', new Date(clock.now().getTime() - LAPSES_MS))
      .where('uid', '<>', but?.uid ?? '')
      .executeTakeFirstOrThrow()
    return { all: Number(all), own: Number(own) }
  }

  async function note(on: Db | Trx, uid: string, receivedBytes: number): Promise<void> {
    await videoTables(on)
      .updateTable('videos')
      .set({ received_bytes: receivedBytes, moved_at: clock.now() })
      .where('uid', '=', uid)
      .where('state', '=', 'pendingupload')
      .execute()
  }

  /** @throws Refusal video.storage_full, video.too_much_under_way */
  async function reserve(row: VideoRow, receivedBytes: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${SPACE_LOCK})`.execute(trx)
      const wanted = ahead(row, receivedBytes)
      const { all, own } = await reserved(trx, row)
      if (own + wanted > CREATOR_MOST_BYTES) throw new Refusal('video.too_much_under_way', { retryAfterSeconds: 60 })
      if ((await room.bytes(all + wanted)) < all + wanted) throw new Refusal('video.storage_full')
      await note(trx, row.uid, receivedBytes)
    })
  }

  /** Counts what passes, and stops it when it may not go on. */
  function meter(row: VideoRow, begunAtBytes: number): Transform {
    let received = begunAtBytes
    let notedBytes = received
    let lookedBytes = received
    let notedAt = clock.now().getTime()

    async function look(now: number): Promise<void> {
      lookedBytes = received
      if (row.upload_expires_at.getTime() <= now) throw new Refusal('video.upload_gone')
      if ((await room.bytes()) < 0) throw new Refusal('video.storage_full')
      if (received - notedBytes < BLOCK_BYTES && now - notedAt < NOTE_MS) return
      // What is reserved already only shrinks, unless it has lapsed.
      const isReserved = ahead(row, notedBytes) === row.size_bytes - notedBytes && now - notedAt < LAPSES_MS
      notedBytes = received
      notedAt = now
      await expectOwnerMayUpload(identity, row)
      await (isReserved ? note(db, row.uid, received) : reserve(row, received))
    }

    return new Transform({
      transform(piece: Buffer, _encoding, done) {
        received += piece.length
        const now = clock.now().getTime()
        if (received - lookedBytes < LOOK_BYTES && now - notedAt < NOTE_MS) return done(null, piece)
        look(now).then(
          () => done(null, piece),
          (error) => done(error),
        )
      },
    })
  }

  return {
    async hasRoomFor(sizeBytes) {
      const wanted = (await reserved(db)).all + sizeBytes
      return (await room.bytes(wanted)) >= wanted
    },
    async begin(row, receivedBytes) {
      await reserve(row, receivedBytes)
      return meter(row, receivedBytes)
    },
  }
}

/** What an upload reserves beyond what is there; `reserved` says the same in SQL. */
function ahead({ size_bytes, is_size_known }: VideoRow, receivedBytes: number): number {
  return Math.min(Math.max(size_bytes - receivedBytes, 0), is_size_known ? CREATOR_MOST_BYTES : BLOCK_BYTES)
}
