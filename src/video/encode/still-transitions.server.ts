import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { isAnalysed, storeAnalysis } from '../frame-analysis-rows.server.ts'
import type { FrameAnalysis } from '../media/analysis/frame-analysis.ts'
import type { PreviewAssets } from '../media/stills/preview-assets.server.ts'
import type { SmallPosters } from '../media/stills/small-posters.server.ts'
import { storyboardVtt } from '../media/stills/storyboard.ts'
import {
  fileNameOf,
  largePosterNameOf,
  mediaKey,
  playbackNamesOf,
  smallPosterNamesOf,
  spriteNameOf,
} from '../stored-objects.ts'
import { coverJob, MEDIA_CLEANUP_DELAY_SECONDS, mediaCleanupJob, smallPostersJob } from '../video-jobs.ts'
import type { Manifest } from './manifest.server.ts'
import type { ChangeVideo, PublishFiles, TransitionParts } from './transition.ts'

/** Paths of a poster and of the large one; null where the film has no more pixels. */
export interface PosterFiles {
  poster: string
  large: string | null
}

interface StillTransitionParts extends Pick<TransitionParts, 'clock' | 'jobs' | 'storage'> {
  manifest: Manifest
  change: ChangeVideo
  publishFiles: PublishFiles
}

/** State transitions that add a poster, its copies, preview assets or an analysis of the frames to a video that plays. */
export function createStillTransitions(parts: StillTransitionParts) {
  const { clock, jobs, storage, manifest, change, publishFiles } = parts

  /** Queues the removal of the files that new ones replace, and of files of an attempt that died. */
  async function queueCleanup(trx: Trx, uid: string): Promise<void> {
    await jobs.enqueue(trx, mediaCleanupJob, { uid }, { startAfterSeconds: MEDIA_CLEANUP_DELAY_SECONDS })
  }

  return {
    /**
     * Publishes the automatic poster, with the same frame as a large one.
     * @param replaced name of the one that they replace; another one by now stays
     */
    async publishPoster(uid: string, made: PosterFiles, replaced: string | null = null): Promise<void> {
      const poster_name = fileNameOf('poster', newId())
      const large_poster_name = made.large === null ? null : largePosterNameOf(poster_name)
      await publishFiles(uid, async () => {
        await storage.putFile(mediaKey(uid, poster_name), made.poster)
        if (made.large !== null) await storage.putFile(mediaKey(uid, largePosterNameOf(poster_name)), made.large)
        return await change(uid, async (trx, row) => {
          if (row.state !== 'ready' || (row.poster_name ?? null) !== replaced) return null
          for (const name of [poster_name, large_poster_name])
            if (name !== null) await manifest.expectStored(mediaKey(uid, name))
          await queueCleanup(trx, uid)
          const isShown = row.chosen_poster_name === null
          if (isShown && row.nsfw_episode_id !== null) await jobs.enqueue(trx, coverJob, { uid })
          if (isShown) await jobs.enqueue(trx, smallPostersJob, { uid })
          const ofEarlier = isShown && replaced !== null ? { cover_name: null, small_posters_name: null } : {}
          return { poster_name, large_poster_name, ...ofEarlier }
        })
      })
    },

    /** @param posterName the automatic poster of the same frame; another one by now needs another large one */
    async publishLargePoster(uid: string, posterName: string, file: string): Promise<void> {
      const large_poster_name = largePosterNameOf(posterName)
      await publishFiles(uid, async () => {
        await storage.putFile(mediaKey(uid, large_poster_name), file)
        return await change(uid, async (trx, row) => {
          if (row.poster_name !== posterName || row.large_poster_name === large_poster_name) return null
          await manifest.expectStored(mediaKey(uid, large_poster_name))
          await queueCleanup(trx, uid)
          return { large_poster_name }
        })
      })
    },

    /** @param posterName the poster that the cover was made of; another one by now needs another cover */
    async publishCover(uid: string, posterName: string, file: string): Promise<void> {
      const cover_name = fileNameOf('cover', newId())
      await publishFiles(uid, async () => {
        await storage.putFile(mediaKey(uid, cover_name), file)
        return await change(uid, async (trx, row) => {
          if (row.cover_name !== null || playbackNamesOf(row).poster !== posterName) return null
          await manifest.expectStored(mediaKey(uid, cover_name))
          await queueCleanup(trx, uid)
          return { cover_name }
        })
      })
    },

    /**
     * @param posterName the poster that they were made of; another one by now needs others
     * @param made its size, and the files, largest first
     */
    async publishSmallPosters(uid: string, posterName: string, made: SmallPosters): Promise<void> {
      const small_posters_name = fileNameOf('smallPoster320', newId())
      const keys = smallPosterNamesOf(small_posters_name).map(({ name }) => mediaKey(uid, name))
      await publishFiles(uid, async () => {
        for (const [index, key] of keys.entries()) await storage.putFile(key, made.files[index]!)
        return await change(uid, async (trx, row) => {
          if (row.small_posters_name !== null || playbackNamesOf(row).poster !== posterName) return null
          for (const key of keys) await manifest.expectStored(key)
          await queueCleanup(trx, uid)
          return { small_posters_name, poster_width: made.width, poster_height: made.height }
        })
      })
    },

    /**
     * Stores the analysis of the frames, unless there is one. Removes a preview clip from before, which may show the flashes.
     * @param analysis null when it failed
     */
    recordAnalysis: (uid: string, analysis: FrameAnalysis | null) =>
      change(uid, async (trx, row) => {
        if (row.state !== 'ready' || (await isAnalysed(trx, uid))) return null
        await storeAnalysis(trx, row, analysis, clock.now())
        if (row.preview_name === null || !analysis?.flashes.length) return {}
        await queueCleanup(trx, uid)
        return { preview_name: null }
      }),

    /** @param earlier name of the preview clip that it replaces, if there is one; another one by now stays */
    async publishPreviewAssets(uid: string, made: PreviewAssets, earlier: string | null): Promise<void> {
      const names = { preview: fileNameOf('preview', newId()), storyboard: fileNameOf('storyboard', newId()) }
      const spriteName = spriteNameOf(names.storyboard)
      await publishFiles(uid, async () => {
        await storage.putFile(mediaKey(uid, names.preview), made.preview)
        await storage.putFile(mediaKey(uid, spriteName), made.sprite)
        await storage.putText(mediaKey(uid, names.storyboard), storyboardVtt(made.storyboard, spriteName))
        return await change(uid, async (trx, row) => {
          if (row.state !== 'ready' || (row.preview_name !== null && row.preview_name !== earlier)) return null
          for (const name of [names.preview, spriteName, names.storyboard])
            await manifest.expectStored(mediaKey(uid, name))
          await queueCleanup(trx, uid)
          return { preview_name: names.preview, storyboard_name: names.storyboard }
        })
      })
    },
  }
}
