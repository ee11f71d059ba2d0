import { join } from 'node:path'
import type { Db } from '#platform/database.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { sampleFrames, samplePoster } from '../media/stills/sample-frames.server.ts'
import type { ScratchFolders } from '../scratch.server.ts'
import { mediaKey } from '../stored-objects.ts'
import type { VideoHost } from '../video-host.ts'
import { findVideoRow, renditionsOf, type VideoRow } from '../video-rows.server.ts'

interface SampledPicturesParts {
  db: Db
  storage: ObjectStorage
  scratch: ScratchFolders
}

/** @see VideoHost.withSampledPictures */
export function createSampledPictures(parts: SampledPicturesParts): VideoHost['withSampledPictures'] {
  const { db, scratch } = parts
  return async (uid, use, signal, part = 'all') => {
    const row = await findVideoRow(db, uid)
    if (row?.state !== 'ready' || row.percent_complete < 100) return null
    const smallest = (await renditionsOf(db, uid)).at(-1)
    if (!smallest) return null
    const durationSeconds = row.duration_seconds ?? 0
    try {
      if (part === 'poster')
        return await scratch.withEmptyFolder(async (dir) => use(await posterOf(parts, row, dir, signal)))
      return await scratch.withRendition(uid, smallest, async (dir) => {
        const frames = await sampleFrames({ dir, durationSeconds, signal })
        return await use([...frames, ...(await posterOf(parts, row, dir, signal))])
      })
    } catch (error) {
      if (!(await findVideoRow(db, uid))) return null
      throw error
    }
  }
}

/** The poster that is shown, if there is one: the pictures of a video do not depend on it. */
async function posterOf({ storage }: SampledPicturesParts, row: VideoRow, dir: string, signal: AbortSignal) {
  const name = row.chosen_poster_name ?? row.poster_name
  if (name === null) return []
  try {
    await storage.fetchToFile(mediaKey(row.uid, name), join(dir, 'poster.webp'))
  } catch (error) {
    // It may just have been replaced.
    if (error instanceof ObjectMissing) return []
    throw error
  }
  const poster = await samplePoster(dir, 'poster.webp', signal)
  return [row.chosen_poster_name === null ? poster : { ...poster, chosenPoster: row.chosen_poster_name }]
}
