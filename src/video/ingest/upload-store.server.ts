import type { Readable } from 'node:stream'
import { type Configstore, FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import type { Db } from '#platform/database.server.ts'
import { findVideoRow, type VideoRow } from '../video-rows.server.ts'
import { appendBytes } from './append-bytes.server.ts'
import type { UploadFiles } from './upload-files.server.ts'
import type { UploadSpace } from './upload-space.server.ts'

/** How long an upload URL accepts bytes. */
export const UPLOAD_HOURS = 24

/**
 * Stores uploads at their final path; the row's state says whether the file is complete, and holds all other metadata.
 * @param parts `onAppend` is called before bytes are appended
 */
export function createUploadStore(parts: {
  db: Db
  uploadFiles: Pick<UploadFiles, 'dir' | 'pathOf'>
  space: UploadSpace
  onAppend: (upload: VideoRow) => void
}): FileStore {
  const { db, uploadFiles, space, onAppend } = parts
  const rows: Configstore = {
    async get(uid) {
      const row = await findVideoRow(db, uid)
      if (row?.state !== 'pendingupload') return undefined
      return new Upload({ id: uid, size: row.size_bytes, offset: 0, creation_date: row.created_at.toISOString() })
    },
    // Only the video host creates and removes rows.
    async set() {},
    async delete() {},
  }
  const store = new FileStore({
    directory: uploadFiles.dir,
    configstore: rows,
    expirationPeriodInMilliseconds: UPLOAD_HOURS * 3_600_000,
  })
  // Uploads are created by POST /api/v1/videos; here they only grow and end.
  store.extensions = ['expiration', 'termination']
  // Called once the protocol and the lock allow it; appends to the file.
  store.write = async (stream, uid, offset) => {
    const row = await findVideoRow(db, uid)
    const path = uploadFiles.pathOf(uid)
    if (row?.state !== 'pendingupload') return await appendBytes(stream as Readable, path, offset)
    const meter = await space.reserveFor(row, offset)
    onAppend(row)
    return await appendBytes(stream as Readable, path, offset, meter)
  }
  return store
}
