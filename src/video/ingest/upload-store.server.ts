import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Db } from '#platform/database.server.ts'
import { findVideoRow, type VideoRow } from '../video-rows.server.ts'
import type { UploadFiles } from './upload-files.ts'
import type { UploadSpace } from './upload-space.server.ts'

/** How long an upload URL accepts bytes. */
export const UPLOAD_HOURS = 24

/**
 * The data store of the tus server. A row's state says whether its upload is complete; the row has all other metadata.
 * @param parts `onAppend` is called, and awaited, before bytes are appended
 */
export function createUploadStore(parts: {
  db: Db
  uploadFiles: Pick<UploadFiles, 'receivedBytes' | 'append'>
  space: UploadSpace
  onAppend: (upload: VideoRow, offset: number) => Promise<void>
}): DataStore {
  const { db, uploadFiles, space, onAppend } = parts
  const store = new DataStore()
  // Uploads are created by POST /api/v1/videos; here they only grow and end.
  store.extensions = ['expiration', 'termination']
  store.getExpiration = () => UPLOAD_HOURS * 3_600_000
  store.getUpload = async (uid) => {
    const row = await findVideoRow(db, uid)
    if (row?.state !== 'pendingupload') throw ERRORS.FILE_NOT_FOUND
    const offset = await uploadFiles.receivedBytes(uid)
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({ id: uid, size: row.size_bytes, offset, creation_date: row.created_at.toISOString() })
  }
  // Called once the protocol and the lock allow it.
  store.write = async (stream, uid, offset) => {
    const row = await findVideoRow(db, uid)
    if (row?.state !== 'pendingupload') throw ERRORS.FILE_NOT_FOUND
    const through = await space.reserveFor(row, offset)
    await onAppend(row, offset)
    return await uploadFiles.append(uid, stream as Readable, { offset, sizeBytes: row.size_bytes, through })
  }
  return store
}
