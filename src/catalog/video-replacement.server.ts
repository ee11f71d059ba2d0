import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { changeEpisode } from './apply-audience.server.ts'
import type { Episode } from './episode.ts'
import { emitEpisodeEvent, episodeVideo } from './episode-events.server.ts'
import { lockEpisodeWithVideos } from './episode-lock.server.ts'
import { mayEdit } from './episode-permissions.ts'
import type { EpisodeQueries } from './episode-queries.server.ts'
import { type EpisodeRow, episodeConcerning, updateEpisode } from './episode-rows.server.ts'
import { findVisibleRow, ownershipOf } from './episode-view.server.ts'
import { type HoldFor, holdOfChange } from './hold.ts'

/** Replaces an episode's file; its URL, views, likes, comments and date stay. */
export interface VideoReplacement {
  /**
   * Makes the episode await one of the account's videos that no episode uses, in any state but `error`. Once that video
   * plays to its end, it replaces the episode's video, which plays until then and is then removed. A previously awaited
   * video is removed. Idempotent.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only (403), catalog.video_not_found, catalog.video_failed (409),
   *   catalog.video_taken (409)
   */
  replaceVideo(account: Account, id: string, videoId: string): Promise<Episode>
  /**
   * Leaves the episode unchanged and removes the video that it awaits, in any state.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only, catalog.replacement_missing (404)
   */
  cancelReplacement(account: Account, id: string, videoId: string): Promise<void>
}

export interface VideoReplacementParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  emit: Emit
  video: Pick<
    VideoHost,
    'awaitForEpisode' | 'attachToEpisode' | 'lock' | 'isFullyPlayable' | 'removeWithEpisode' | 'restrict'
  >
  find: EpisodeQueries['find']
  holdFor: HoldFor
}

/** Switches an episode to the video that it awaits. */
const switchVideoJob: JobKind<{ id: string }> = {
  name: 'catalog.take-over',
  about: ({ id }) => ({ kind: 'episode', id }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}
/** Interval at which a video that becomes playable chunk by chunk is checked until it is complete. */
const RECHECK_SECONDS = 3

/**
 * Called inside the transaction that makes a video playable. The episode that awaits it changes in a later transaction:
 * this one locks a single video, and several must be locked in order.
 */
export async function awaitedVideoBecamePlayable(
  trx: Trx,
  jobs: Pick<Jobs, 'enqueue'>,
  videoId: string,
): Promise<void> {
  const episode = await episodeConcerning(trx, videoId)
  if (episode?.next_video_id === videoId) await jobs.enqueue(trx, switchVideoJob, { id: episode.id })
}

export function createVideoReplacement({
  db,
  clock,
  jobs,
  events,
  emit,
  video,
  find,
  holdFor,
}: VideoReplacementParts): VideoReplacement {
  /** Makes this the episode's only video and removes the previous one. The rows are locked. */
  async function switchVideo(trx: Trx, row: EpisodeRow, videoId: string): Promise<void> {
    await video.attachToEpisode(trx, row.creator_id, videoId)
    const hold = holdOfChange(row.hold, await holdFor(trx))
    const changes = { video_id: videoId, next_video_id: null, is_playable: true, hold, updated_at: clock.now() }
    await changeEpisode({ events, emit, video }, trx, row, changes)
    await video.removeWithEpisode(trx, row.video_id)
    await emit(trx, episodeVideo, { id: row.id, videoId })
  }

  /** Switches if the video plays to its end; otherwise checks again later, since its rest may still fail. */
  async function switchOnceComplete(trx: Trx, row: EpisodeRow, videoId: string): Promise<void> {
    if (await video.isFullyPlayable(trx, videoId)) await switchVideo(trx, row, videoId)
    else await jobs.enqueue(trx, switchVideoJob, { id: row.id }, { startAfterSeconds: RECHECK_SECONDS })
  }

  jobs.handle(switchVideoJob, 1, ({ id }) =>
    transact(db, async (trx) => {
      const row = await lockEpisodeWithVideos({ video }, trx, id)
      // The replacement may have been cancelled since, or another one requested.
      const next = row?.next_video_id && (await video.awaitForEpisode(trx, row.creator_id, row.next_video_id))
      if (row && next && next.status.state === 'ready') await switchOnceComplete(trx, row, next.uid)
    }),
  )

  async function ownEpisode(account: Account, id: string): Promise<EpisodeRow> {
    const row = await findVisibleRow(db, id, account)
    if (!mayEdit(ownershipOf(row), account)) throw new Refusal('catalog.owner_only')
    return row
  }

  return {
    async replaceVideo(account, id, videoId) {
      await ownEpisode(account, id)
      const refused = (code: 'video_not_found' | 'video_failed' | 'video_taken') =>
        new Refusal(`catalog.${code}`, { field: 'videoId' })
      if (!isPossibleId(videoId)) throw refused('video_not_found')
      await transact(db, async (trx) => {
        const row = await lockEpisodeWithVideos({ video }, trx, id, [videoId])
        if (!row) throw new Refusal('catalog.episode_not_found')
        // The video is locked: requests that publish it or make another episode await it come before or after.
        const other = await episodeConcerning(trx, videoId)
        if (other?.id === id && other.next_video_id === videoId) return
        if (other?.creator_id === account.uid) throw refused('video_taken')
        const awaited = other ? null : await video.awaitForEpisode(trx, account.uid, videoId)
        if (!awaited) throw refused('video_not_found')
        if (awaited.status.state === 'error') throw refused('video_failed')
        if (row.next_video_id) await video.removeWithEpisode(trx, row.next_video_id)
        const updated = { ...row, next_video_id: videoId }
        await updateEpisode(trx, id, { next_video_id: videoId })
        await emitEpisodeEvent(events, trx, row)
        if (awaited.status.state === 'ready') await switchOnceComplete(trx, updated, videoId)
      })
      return find(id, account)
    },

    async cancelReplacement(account, id, videoId) {
      await ownEpisode(account, id)
      await transact(db, async (trx) => {
        const row = await lockEpisodeWithVideos({ video }, trx, id)
        if (!row) throw new Refusal('catalog.episode_not_found')
        if (row.next_video_id !== videoId) throw new Refusal('catalog.replacement_missing')
        await updateEpisode(trx, id, { next_video_id: null })
        await video.removeWithEpisode(trx, videoId)
        await emitEpisodeEvent(events, trx, row)
      })
    },
  }
}
