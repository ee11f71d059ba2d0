import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { textPlaylist } from '../media/hls/text-playlist.ts'
import { mediaKey } from '../stored-objects.ts'
import type { TextTrack } from '../text-track.ts'
import { filesOfTrack, replaceTextTracks, type StoredTextTrack, textTracksOf } from '../text-track-rows.server.ts'
import { MEDIA_CLEANUP_DELAY_SECONDS, mediaCleanupJob } from '../video-jobs.ts'
import { findVideoRow, type VideoRow } from '../video-rows.server.ts'
import type { Manifest } from './manifest.server.ts'
import type { ChangeVideo, PublishFiles, TransitionParts } from './transition.ts'

interface TextTrackTransitionParts extends Pick<TransitionParts, 'db' | 'jobs' | 'storage'> {
  manifest: Manifest
  change: ChangeVideo
  publishFiles: PublishFiles
}

/** State transitions of the texts that a video's playlist lists. They never change its renditions. */
export function createTextTrackTransitions(parts: TextTrackTransitionParts) {
  const { db, jobs, storage, manifest, change, publishFiles } = parts

  /** Stores the files of a track unless it is stored, and returns it with the id that names them. */
  async function store(row: VideoRow, { vtt, ...track }: TextTrack, known: StoredTextTrack[]) {
    const present = known.find((each) => isSame(each, track))
    if (present) return present
    const id = newId()
    const { text, playlist } = filesOfTrack(id)
    await storage.putText(mediaKey(row.uid, text), vtt)
    await storage.putText(mediaKey(row.uid, playlist), textPlaylist(text, row.duration_seconds ?? 1))
    return { ...track, id }
  }

  return {
    /** @see VideoHost.setTextTracks */
    async publishTextTracks(uid: string, tracks: TextTrack[]): Promise<void> {
      const row = await findVideoRow(db, uid)
      if (!row) return
      const known = await textTracksOf(db, uid)
      if (known.length === tracks.length && known.every((each, at) => isSame(each, tracks[at]!))) return
      await publishFiles(uid, async () => {
        const stored: StoredTextTrack[] = []
        for (const track of tracks) stored.push(await store(row, track, known))
        return await change(uid, async (trx, current) => {
          if (areSame(await textTracksOf(trx, uid), stored)) return null
          for (const { id } of stored)
            for (const name of Object.values(filesOfTrack(id))) await manifest.expectStored(mediaKey(uid, name))
          await replaceTextTracks(trx, uid, stored)
          await jobs.enqueue(trx, mediaCleanupJob, { uid }, { startAfterSeconds: MEDIA_CLEANUP_DELAY_SECONDS })
          // A playlist to which renditions are still added is written again with each, and lists the tracks then.
          const isComplete = current.state === 'ready' && current.percent_complete === 100
          return isComplete ? manifest.writeMaster(trx, current, []) : {}
        })
      })
    },

    /** Lists the tracks of a video that gets no further rendition. @returns the changes to its row */
    async listTracks(trx: Trx, row: VideoRow): Promise<Partial<VideoRow>> {
      return (await textTracksOf(trx, row.uid)).length > 0 ? manifest.writeMaster(trx, row, []) : {}
    },
  }
}

type Described = Omit<StoredTextTrack, 'id'>

function isSame(one: Described, other: Described): boolean {
  return (['source', 'language', 'name', 'kind'] as const).every((field) => one[field] === other[field])
}

function areSame(some: StoredTextTrack[], others: StoredTextTrack[]): boolean {
  return some.length === others.length && some.every(({ id }, at) => id === others[at]?.id)
}
