import { createHash } from 'node:crypto'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { originalKey } from '../stored-objects.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import { hashJob } from '../video-jobs.ts'
import { findVideoRow, lockVideoRow, type VideoRow, videoTables } from '../video-rows.server.ts'

export interface SourceHashParts {
  db: Db
  jobs: Jobs
  events: Events
  storage: ObjectStorage
}

/**
 * Computes and stores the SHA-256 of a source, in constant memory. The creator's videos of the same size that have no hash
 * yet are queued too: only they could be the same file.
 */
export function createSourceHashes({ db, jobs, events, storage }: SourceHashParts) {
  async function hashSource({ uid }: { uid: string }, signal: AbortSignal): Promise<void> {
    const known = await findVideoRow(db, uid)
    if (!known || known.source_sha256 !== null || known.received_at === null) return
    const digest = await digestOf(uid, signal)
    if (digest) await storeHash(uid, digest)
  }

  /** @returns null when the bytes are gone: refused or removed */
  async function digestOf(uid: string, signal: AbortSignal): Promise<Buffer | null> {
    const hash = createHash('sha256')
    try {
      for await (const piece of await storage.read(originalKey(uid))) {
        signal.throwIfAborted()
        hash.update(piece as Buffer)
      }
    } catch (error) {
      if (error instanceof ObjectMissing || !(await findVideoRow(db, uid))) return null
      throw error
    }
    return hash.digest()
  }

  async function storeHash(uid: string, digest: Buffer): Promise<void> {
    await transact(db, async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (!row) return
      await videoTables(trx).updateTable('videos').set({ source_sha256: digest }).where('uid', '=', uid).execute()
      await emitVideoEvent(events, trx, row)
      if (row.creator_id === null) return
      for (const other of await ownOfSize(trx, row.creator_id, row)) {
        if (other.source_sha256 === null) await jobs.enqueue(trx, hashJob, { uid: other.uid })
        // The earlier copy reported for that video may have changed.
        else if (other.source_sha256.equals(digest)) await emitVideoEvent(events, trx, other)
      }
    })
  }

  function ownOfSize(trx: Trx, creatorId: string, { uid, size_bytes }: VideoRow): Promise<VideoRow[]> {
    return videoTables(trx)
      .selectFrom('videos')
      .selectAll()
      .where('creator_id', '=', creatorId)
      .where('size_bytes', '=', size_bytes)
      .where('uid', '<>', uid)
      .where('host', '=', 'embedded')
      .where('state', 'not in', ['pendingupload', 'error'])
      .execute()
  }

  return { hashSource }
}
