import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { JobKind, Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { Episode } from './episode.ts'
import { announceEpisode } from './episode-news.server.ts'
import { mayEdit } from './episode-permissions.ts'
import {
  type EpisodeRow,
  episodeConcerning,
  findEpisodeRow,
  lockEpisode,
  updateEpisode,
} from './episode-rows.server.ts'
import { claimsOf, findVisibleRow } from './episode-shown.server.ts'
import type { Finding } from './finding.server.ts'

/** A new file for an episode that stays: its address, views, likes, comments and date with it. */
export interface Replacing {
  /**
   * Lets the episode wait for an own video that no episode stands on, in any state but `error`. Once it plays it takes the place
   * of the episode's video, which is removed; until then that one plays on. Another one that was waited for is removed. Repeating it
   * changes nothing.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only (403), catalog.video_not_found, catalog.video_failed (409),
   *   catalog.video_taken (409)
   */
  replaceVideo(account: Account, id: string, videoId: string): Promise<Episode>
  /**
   * The episode stays as it is, and the video that it waited for is removed, whatever has become of it.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only, catalog.replacement_missing (404)
   */
  cancelReplacement(account: Account, id: string, videoId: string): Promise<void>
}

export interface ReplacingParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  video: Pick<VideoHost, 'awaitForEpisode' | 'claimForEpisode' | 'hold' | 'playsWhole' | 'removeWithEpisode'>
  find: Finding['find']
}

/** Puts the video that an episode waited for in its place. */
const takeOverJob: JobKind<{ id: string }> = {
  name: 'catalog.take-over',
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}
/** A film that is made playable piece by piece is looked at so often until it is whole. */
const LOOK_AGAIN_SECONDS = 3

/**
 * Told inside the transaction that makes a video playable. The episode that waits for it is changed in one of its own: this
 * one holds a single video, and several are held in one order only.
 */
export async function awaitedBecamePlayable(trx: Trx, jobs: Pick<Jobs, 'enqueue'>, videoId: string): Promise<void> {
  const episode = await episodeConcerning(trx, videoId)
  if (episode?.next_video_id === videoId) await jobs.enqueue(trx, takeOverJob, { id: episode.id })
}

export function createReplacing({ db, clock, jobs, events, video, find }: ReplacingParts): Replacing {
  /** What the episode stands on, and nothing else any more. The rows are held. */
  async function takeOver(trx: Trx, row: EpisodeRow, videoId: string): Promise<void> {
    await video.claimForEpisode(trx, row.creator_id, videoId)
    const changes = { video_id: videoId, next_video_id: null, is_playable: true, updated_at: clock.now() }
    await updateEpisode(trx, row.id, changes)
    await video.removeWithEpisode(trx, row.video_id)
    await announceEpisode(events, trx, row)
  }

  /** The one that plays to its end goes for one that will: a beginning may still turn out to be all there is. */
  async function takeOverWhole(trx: Trx, row: EpisodeRow, videoId: string): Promise<void> {
    if (await video.playsWhole(trx, videoId)) await takeOver(trx, row, videoId)
    else await jobs.enqueue(trx, takeOverJob, { id: row.id }, { startAfterSeconds: LOOK_AGAIN_SECONDS })
  }

  jobs.handle(takeOverJob, 1, ({ id }) =>
    holdWithVideos({ db, video }, id, [], async (trx, row) => {
      // Cancelled meanwhile, or replaced by another one.
      const next = row?.next_video_id && (await video.awaitForEpisode(trx, row.creator_id, row.next_video_id))
      if (row && next && next.status.state === 'ready') await takeOverWhole(trx, row, next.uid)
    }),
  )

  async function ownEpisode(account: Account, id: string): Promise<EpisodeRow> {
    const row = await findVisibleRow(db, id, account)
    if (!mayEdit(claimsOf(row), account)) throw new Refusal('catalog.owner_only')
    return row
  }

  return {
    async replaceVideo(account, id, videoId) {
      await ownEpisode(account, id)
      const refused = (code: 'video_not_found' | 'video_failed' | 'video_taken') =>
        new Refusal(`catalog.${code}`, { field: 'videoId' })
      if (!isPossibleId(videoId)) throw refused('video_not_found')
      await holdWithVideos({ db, video }, id, [videoId], async (trx, row) => {
        if (!row) throw new Refusal('catalog.episode_not_found')
        // The video is held: whoever makes an episode of it, or lets another wait for it, comes before or after.
        const other = await episodeConcerning(trx, videoId)
        if (other?.id === id && other.next_video_id === videoId) return
        if (other?.creator_id === account.uid) throw refused('video_taken')
        const awaited = other ? null : await video.awaitForEpisode(trx, account.uid, videoId)
        if (!awaited) throw refused('video_not_found')
        if (awaited.status.state === 'error') throw refused('video_failed')
        if (row.next_video_id) await video.removeWithEpisode(trx, row.next_video_id)
        const waits = { ...row, next_video_id: videoId }
        await updateEpisode(trx, id, { next_video_id: videoId })
        await announceEpisode(events, trx, row)
        if (awaited.status.state === 'ready') await takeOverWhole(trx, waits, videoId)
      })
      return find(id, account)
    },

    async cancelReplacement(account, id, videoId) {
      await ownEpisode(account, id)
      await holdWithVideos({ db, video }, id, [], async (trx, row) => {
        if (!row) throw new Refusal('catalog.episode_not_found')
        if (row.next_video_id !== videoId) throw new Refusal('catalog.replacement_missing')
        await updateEpisode(trx, id, { next_video_id: null })
        await video.removeWithEpisode(trx, videoId)
        await announceEpisode(events, trx, row)
      })
    },
  }
}

/**
 * One transaction about an episode and its videos. They are held before it, all in their order; since which they are is read
 * before that, it is looked at again, and done anew when it has changed.
 *
 * @param work gets the episode as it is then; undefined when it is gone
 */
export async function holdWithVideos(
  { db, video }: { db: Db; video: Pick<VideoHost, 'hold'> },
  id: string,
  otherVideoIds: string[],
  work: (trx: Trx, row: EpisodeRow | undefined) => Promise<void>,
): Promise<void> {
  for (;;) {
    const before = await findEpisodeRow(db, id)
    const isDone = await db.transaction().execute(async (trx) => {
      const uids = [before?.video_id, before?.next_video_id, ...otherVideoIds].filter((uid) => typeof uid === 'string')
      await video.hold(trx, uids)
      const row = await lockEpisode(trx, id)
      if (row && (row.video_id !== before?.video_id || row.next_video_id !== before.next_video_id)) return false
      await work(trx, row)
      return true
    })
    if (isDone) return
  }
}
