import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { Episode, EpisodeChanges, NewEpisode } from './episode.ts'
import { readChanges, readDescription, readGenre, readTags, readTitle } from './episode-fields.ts'
import { announceEpisode } from './episode-news.server.ts'
import { mayClearNsfw, mayEdit, mayPublish, mayRemove } from './episode-permissions.ts'
import {
  changeTrending,
  deleteEpisode,
  episodeConcerning,
  holdEpisodesOf,
  insertEpisode,
  lockEpisode,
  updateEpisode,
} from './episode-rows.server.ts'
import { claimsOf, findVisibleRow } from './episode-shown.server.ts'
import type { Finding } from './finding.server.ts'
import { holdListings } from './listing-rows.server.ts'
import { holdWithVideos } from './replacing.server.ts'

/** What is done to episodes; each change is announced with its commit. */
export interface Writing {
  /**
   * Saves an episode on the creator's own video (any state but `error`; one episode per video).
   * @throws Refusal catalog.creators_only (403), catalog.title_required, catalog.title_invalid, catalog.genre_required,
   *   catalog.genre_invalid, catalog.description_invalid, catalog.tags_invalid, catalog.video_not_found,
   *   catalog.video_failed (409), catalog.video_taken (409)
   */
  publish(account: Account, input: NewEpisode): Promise<Episode>
  /**
   * Changes what is given, and says when it was changed.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only (403), catalog.nsfw_locked (403: moderation set it),
   *   catalog.title_required, catalog.title_invalid, catalog.genre_required, catalog.genre_invalid,
   *   catalog.description_invalid, catalog.tags_invalid
   */
  edit(account: Account, id: string, changes: EpisodeChanges): Promise<Episode>
  /**
   * Makes these listed episodes trending and no other; announces those that this changes, and says how many. The caller
   * sees to it that nobody else does so at the same time.
   */
  setTrending(trx: Trx, ids: string[]): Promise<number>
  /** Removes the episode and its video, with the one that it waits for. @throws Refusal catalog.episode_not_found, catalog.owner_only */
  remove(account: Account, id: string): Promise<void>
  /**
   * The account of this creator is being removed: its episodes go with their videos, published or not.
   * @param otherIds episodes of others whose numbers will change with it; they are held with the creator's own
   * @param whenHeld called before anything goes, with all of these episodes that there are
   */
  removeAllOf(
    trx: Trx,
    creatorId: string,
    otherIds: string[],
    whenHeld: (episodeIds: string[]) => Promise<void>,
  ): Promise<void>
}

export interface WritingParts {
  db: Db
  clock: Clock
  events: Events
  video: Pick<VideoHost, 'claimForEpisode' | 'hold' | 'removeAllOf' | 'removeWithEpisode'>
  find: Finding['find']
}

export function createWriting({ db, clock, events, video, find }: WritingParts): Writing {
  return {
    async publish(account, input) {
      if (!mayPublish(account)) throw new Refusal('catalog.creators_only')
      const written = {
        title: readTitle(input.title),
        genre: readGenre(input.genre),
        description: readDescription(input.description ?? ''),
        tags: readTags(input.tags ?? []),
        nsfw: input.nsfw,
      }
      const id = newId()
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        // Holds the video until the commit, so that "ready" is either seen here or told to `videoBecamePlayable` after.
        const claimed = isPossibleId(input.videoId)
          ? await video.claimForEpisode(trx, account.uid, input.videoId)
          : null
        if (!claimed) throw new Refusal('catalog.video_not_found', { field: 'videoId' })
        if (await episodeConcerning(trx, claimed.uid)) throw new Refusal('catalog.video_taken', { field: 'videoId' })
        if (claimed.status.state === 'error') throw new Refusal('catalog.video_failed', { field: 'videoId' })
        const stored = await insertEpisode(trx, {
          ...written,
          id,
          creator_id: account.uid,
          video_id: claimed.uid,
          is_playable: claimed.status.state === 'ready',
          published_at: now,
          updated_at: now,
        })
        if (!stored) throw new Refusal('catalog.video_taken', { field: 'videoId' })
        await announceEpisode(events, trx, { id, creator_id: account.uid })
      })
      return find(id, account)
    },

    async edit(account, id, changes) {
      const row = await findVisibleRow(db, id, account)
      if (!mayEdit(claimsOf(row), account)) throw new Refusal('catalog.owner_only')
      const written = readChanges(changes)
      if (Object.keys(written).length === 0) return find(id, account)
      await db.transaction().execute(async (trx) => {
        const current = await lockEpisode(trx, id)
        if (!current) throw new Refusal('catalog.episode_not_found')
        if (written.nsfw === false && !mayClearNsfw({ nsfw: current.nsfw, nsfwReason: current.nsfw_reason }))
          throw new Refusal('catalog.nsfw_locked', { field: 'nsfw' })
        await updateEpisode(trx, id, { ...written, updated_at: clock.now() })
        await announceEpisode(events, trx, row)
      })
      return find(id, account)
    },

    async setTrending(trx, ids) {
      const changed = await changeTrending(trx, ids)
      for (const row of changed) await announceEpisode(events, trx, row)
      return changed.length
    },

    async remove(account, id) {
      const row = await findVisibleRow(db, id, account)
      if (!mayRemove(claimsOf(row), account)) throw new Refusal('catalog.owner_only')
      await holdWithVideos({ db, video }, id, [], async (trx, current) => {
        if (!current) return
        if (current.next_video_id) await video.removeWithEpisode(trx, current.next_video_id)
        await video.removeWithEpisode(trx, current.video_id)
        await deleteEpisode(trx, current.id)
        await announceEpisode(events, trx, current)
      })
    },

    // In the order of the episodes' ids, which is the one in which plays take turns: neither waits for the other for ever.
    removeAllOf(trx, creatorId, otherIds, whenHeld) {
      return video.removeAllOf(trx, creatorId, async () => {
        const held = await holdEpisodesOf(trx, creatorId, otherIds)
        await holdListings(trx)
        await whenHeld(held.map((row) => row.id))
        return held.flatMap((row) => (row.creator_id === creatorId ? [row.video_id] : []))
      })
    },
  }
}
