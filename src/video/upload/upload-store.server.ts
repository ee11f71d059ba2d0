import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Configstore, FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import type { Db } from '#platform/database.server.ts'
import { findVideoRow, type VideoRow } from '../video-rows.server.ts'
import { appendBytes } from './append-bytes.server.ts'
import type { UploadSpace } from './upload-space.server.ts'

/** How long an address takes bytes. */
export const UPLOAD_HOURS = 24

/**
 * Uploads grow at their final place; the row's state says whether the file is whole. What is known of one is its row.
 * @param onGrowing told before bytes are added to one
 */
export function createUploadStore(parts: {
  db: Db
  originalsDir: string
  space: UploadSpace
  onGrowing: (upload: VideoRow) => void
}): FileStore {
  const { db, originalsDir, space, onGrowing } = parts
  const rows: Configstore = {
    async get(uid) {
      const row = await findVideoRow(db, uid)
      if (row?.state !== 'pendingupload') return undefined
      return new Upload({ id: uid, size: row.size_bytes, offset: 0, creation_date: row.created_at.toISOString() })
    },
    // Rows are made and removed by the video host alone.
    async set() {},
    async delete() {},
  }
  const store = new FileStore({
    directory: originalsDir,
    configstore: rows,
    expirationPeriodInMilliseconds: UPLOAD_HOURS * 3_600_000,
  })
  // Uploads are created by POST /api/v1/videos; here they only grow and end.
  store.extensions = ['expiration', 'termination']
  // Asked for once the protocol and the lock allow it: what comes is added to what is there.
  store.write = async (stream, uid, offset) => {
    const row = await findVideoRow(db, uid)
    const path = join(originalsDir, uid)
    if (row?.state !== 'pendingupload') return await appendBytes(stream as Readable, path, offset)
    const meter = await space.begin(row, offset)
    onGrowing(row)
    return await appendBytes(stream as Readable, path, offset, meter)
  }
  return store
}
