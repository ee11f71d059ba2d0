import type { Locks } from '#platform/locks.server.ts'
import type { EmbeddedHost } from '../embedded-host/embedded-host.server.ts'
import { type FinishParts, finishUpload } from '../ingest/finish-upload.server.ts'
import type { UploadFiles } from '../ingest/upload-files.ts'
import { RESERVATION_TTL_MS } from '../ingest/upload-space.server.ts'
import { videoTables } from '../video-rows.server.ts'

export interface UnfinishedUploadsParts extends FinishParts {
  uploadFiles: FinishParts['uploadFiles'] & Pick<UploadFiles, 'receivedBytes'>
  locks: Locks
  host: Pick<EmbeddedHost, 'endUpload'>
  /** Maximum number of uploads of each kind that one run cleans up. */
  mostPerRun: number
}

/** How long a writer may continue after its upload has expired. */
const LONGEST_WRITE_MS = 24 * 60 * 60 * 1000

/** Uploads that nobody sends any more: finishes those that are complete, and ends those that expired or broke off. */
export function createUnfinishedUploads(parts: UnfinishedUploadsParts) {
  const { db, clock, uploadFiles, locks, host, mostPerRun } = parts
  /** Cursor of the search for finished uploads: the next run continues after this uid. */
  let cursor = ''

  async function expireAbandoned(): Promise<void> {
    const abandoned = await videoTables(db)
      .selectFrom('videos')
      .select(['uid', 'size_bytes', 'upload_expires_at'])
      .where('state', '=', 'pendingupload')
      .where('upload_expires_at', '<=', clock.now())
      .orderBy('upload_expires_at')
      .limit(mostPerRun)
      .execute()
    for (const { uid, size_bytes, upload_expires_at } of abandoned) {
      // A complete upload was acknowledged, and does not expire.
      if (await finishIfComplete(uid, size_bytes)) continue
      const lock = await locks.tryAcquire(`upload ${uid}`)
      // Another process is still writing, for a limited time.
      if (!lock && clock.now().getTime() - upload_expires_at.getTime() < LONGEST_WRITE_MS) continue
      await host.endUpload(uid, 'upload_expired').finally(() => lock?.release())
    }
  }

  /** Ends the uploads of forms that broke off, often with their process, and releases their bytes and quota. */
  async function endBrokenForms(): Promise<void> {
    const broken = () =>
      videoTables(db)
        .selectFrom('videos')
        .select('uid')
        .where('state', '=', 'pendingupload')
        .where('is_size_known', '=', false)
        .where('moved_at', '<=', new Date(clock.now().getTime() - RESERVATION_TTL_MS))
    for (const { uid } of await broken().orderBy('moved_at').limit(mostPerRun).execute()) {
      const lock = await locks.tryAcquire(`upload ${uid}`)
      if (!lock) continue
      try {
        // It may have been sent again before the lock was free.
        const isStill = await broken().where('uid', '=', uid).executeTakeFirst()
        if (isStill) await host.endUpload(uid, 'upload_expired')
      } finally {
        await lock.release()
      }
    }
  }

  /** Finishes uploads whose process died after the last byte but before recording it; their clients may never ask again. */
  async function finishUnrecorded(): Promise<void> {
    const pending = await videoTables(db)
      .selectFrom('videos')
      .select(['uid', 'size_bytes'])
      .where('state', '=', 'pendingupload')
      .where('uid', '>', cursor)
      .orderBy('uid')
      .limit(mostPerRun)
      .execute()
    cursor = pending.length < mostPerRun ? '' : (pending.at(-1)?.uid ?? '')
    for (const { uid, size_bytes } of pending) await finishIfComplete(uid, size_bytes)
  }

  /** @returns whether it is complete; another process may be the one that finishes it */
  async function finishIfComplete(uid: string, sizeBytes: number): Promise<boolean> {
    if ((await uploadFiles.receivedBytes(uid)) !== sizeBytes) return false
    const lock = await locks.tryAcquire(`upload ${uid}`)
    if (lock) await finishUpload(parts, uid).finally(() => lock.release())
    return true
  }

  return {
    async cleanUp(): Promise<void> {
      await finishUnrecorded()
      await expireAbandoned()
      await endBrokenForms()
    },
  }
}
