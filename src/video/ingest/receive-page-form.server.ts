import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { AcquiredLock, Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { PageForm, VideoHost } from '../video-host.ts'
import { findVideoRow, videoTables } from '../video-rows.server.ts'
import { type FinishParts, finishUpload } from './finish-upload.server.ts'
import { uploadDestination } from './form-destination.server.ts'
import { receiveForm } from './receive-form.server.ts'
import type { UploadFiles } from './upload-files.ts'
import type { UploadSpace } from './upload-space.server.ts'

export interface PageFormParts extends FinishParts {
  uploadFiles: Pick<UploadFiles, 'append' | 'complete' | 'empty'>
  locks: Locks
  space: UploadSpace
  host: Pick<VideoHost, 'requestUpload'> & { endUpload(uid: string, reason: 'upload_cancelled'): Promise<void> }
}

/** Receives the complete upload form of a page without scripts. @returns uid of the video made of its file */
export async function receivePageForm(parts: PageFormParts, form: PageForm): Promise<string> {
  const { body, contentType, sizeBytes, admit } = form
  if (!body || !Number.isSafeInteger(sizeBytes) || sizeBytes <= 0) throw new Refusal('video.upload_malformed')
  let uid: string | null = null
  let name = ''
  let lock: AcquiredLock | null = null
  try {
    const source = Readable.fromWeb(body as ReadableStream)
    const headers = { 'content-type': contentType, 'content-length': String(sizeBytes) }
    const received = await receiveForm(source, headers, sizeBytes, async (file, fields) => {
      const isChosen = file.name !== ''
      const account = admit(fields, isChosen ? file : null)
      name = storableName(file.name)
      // The size of the file is known only at its end; until then that of the form is used.
      uid = (await parts.host.requestUpload(account, { name, sizeBytes })).uid
      const row = await findVideoRow(parts.db, uid)
      if (!row) throw new Refusal('video.upload_gone')
      lock = await lockUpload(parts, uid, source)
      const { uploadFiles, space } = parts
      return uploadDestination(uploadFiles, uid, { sizeBytes: null, through: await space.reserveFor(row, 0) })
    })
    if (uid === null) admit(received.fields, null)
    if (uid === null || received.sizeBytes === 0) throw new Refusal('video.file_missing', { field: 'file' })
    await videoTables(parts.db)
      .updateTable('videos')
      .set({ size_bytes: received.sizeBytes })
      .where('uid', '=', uid)
      .execute()
    await finishUpload(parts, uid)
    return uid
  } catch (error) {
    if (uid !== null) await parts.host.endUpload(uid, 'upload_cancelled')
    throw error
  } finally {
    await (lock as AcquiredLock | null)?.release()
  }
}

/**
 * Locks an upload for this form, which alone can send its bytes. The upload is marked as expired from the start, so that
 * only the lock protects it: when this process dies, the next cleanup ends it, and releases bytes and quota.
 */
async function lockUpload({ db, clock, locks }: PageFormParts, uid: string, source: Readable): Promise<AcquiredLock> {
  const lock = await locks.tryAcquire(`upload ${uid}`)
  if (!lock) throw new Error(`The upload ${uid} of a form is locked by another writer.`)
  lock.lost.addEventListener('abort', () => source.destroy(new Error('The lock of the upload was lost.')), {
    once: true,
  })
  await videoTables(db).updateTable('videos').set({ upload_expires_at: clock.now() }).where('uid', '=', uid).execute()
  return lock
}

/** Drops characters that cannot be stored from a file name, and cuts it to 255 characters; `upload` when nothing is left. */
export function storableName(fileName: string): string {
  const cleaned = fileName.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return [...cleaned].slice(0, 255).join('') || 'upload'
}
