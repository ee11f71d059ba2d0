import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#platform/database.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { takeOutTexts } from '../media/text-streams/text-streams.server.ts'
import type { ScratchFolders } from '../scratch.server.ts'
import type { VideoHost } from '../video-host.ts'
import { findVideoRow } from '../video-rows.server.ts'

/** @see VideoHost.withFileTexts */
export function createFileTexts({ db, scratch }: { db: Db; scratch: ScratchFolders }): VideoHost['withFileTexts'] {
  return async (uid, limits, use, signal) => {
    const row = await findVideoRow(db, uid)
    if (row?.state !== 'ready') return null
    const durationSeconds = row.duration_seconds ?? 0
    const unlisted = row.media_info?.unlistedDecoders
    try {
      return await scratch.withOriginal(uid, async ({ dir: folder, source }) => {
        const dir = join(folder, 'texts')
        await mkdir(dir, { mode: 0o700 })
        return await use(await takeOutTexts({ source, dir, durationSeconds, unlisted, limits, signal }))
      })
    } catch (error) {
      if (error instanceof ObjectMissing || !(await findVideoRow(db, uid))) return null
      throw error
    }
  }
}
