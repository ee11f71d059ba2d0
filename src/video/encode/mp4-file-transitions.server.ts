import { newId } from '#platform/ids.server.ts'
import { insertMp4Files, type Mp4FilePart, mp4FilesOf, removeMp4Files } from '../mp4-file-rows.server.ts'
import { fileNameOf, mediaKey } from '../stored-objects.ts'
import { mp4FilesJob } from '../video-jobs.ts'
import { renditionsOf, type VideoRow } from '../video-rows.server.ts'
import type { Manifest } from './manifest.server.ts'
import type { ChangeVideo, PublishFiles, TransitionParts } from './transition.ts'

/** A rendition as one file: its beginning, in a local file, and what follows. */
export interface MadeMp4File {
  renditionId: string
  path: string
  sizeBytes: number
  parts: Mp4FilePart[]
}

interface Mp4FileTransitionParts extends Pick<TransitionParts, 'jobs' | 'storage'> {
  manifest: Manifest
  change: ChangeVideo
  publishFiles: PublishFiles
}

/** State transitions that offer renditions as one MP4 file each. */
export function createMp4FileTransitions({ jobs, storage, manifest, change, publishFiles }: Mp4FileTransitionParts) {
  return {
    /** Offers those whose rendition is still published, all at once. */
    async publishMp4Files(uid: string, made: MadeMp4File[]): Promise<VideoRow | null> {
      const stored = made.map((each) => ({ ...each, name: fileNameOf('mp4File', newId()) }))
      return await publishFiles(uid, async () => {
        for (const { name, path } of stored) await storage.putFile(mediaKey(uid, name), path)
        return await change(uid, async (trx, row) => {
          if (row.state !== 'ready' || row.percent_complete < 100) return null
          const known = new Set((await mp4FilesOf(trx, uid)).map((file) => file.rendition_id))
          const published = (await renditionsOf(trx, uid)).map(({ id }) => id).filter((id) => !known.has(id))
          const files = stored.filter(({ renditionId }) => published.includes(renditionId))
          for (const { name } of files) await manifest.expectStored(mediaKey(uid, name))
          const rows = files.map(({ renditionId, name, sizeBytes, parts }) => ({
            rendition_id: renditionId,
            video_uid: uid,
            name,
            size_bytes: sizeBytes,
            parts,
          }))
          await insertMp4Files(trx, rows)
          return { has_mp4_files: true }
        })
      })
    },

    /** Makes them again, because one is lost. */
    remakeMp4Files: (uid: string) =>
      change(uid, async (trx) => {
        await removeMp4Files(trx, uid)
        await jobs.enqueue(trx, mp4FilesJob, { uid })
        return { has_mp4_files: false }
      }),
  }
}
