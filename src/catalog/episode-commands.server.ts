import type { WordGate } from '#creators/listed-words.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { applyAudience } from './apply-audience.server.ts'
import { type CreditWriterParts, prepareCredits } from './credits/credit-writer.server.ts'
import type { Episode, EpisodeChanges, NewEpisode } from './episode.ts'
import { checkTitle, type EpisodeEdit, prepareEdit } from './episode-edit.server.ts'
import { emitAudience, emitEpisodeEvent, episodeVideo } from './episode-events.server.ts'
import { readVisibility, type VisibilityChoice } from './episode-fields.ts'
import { lockEpisodeWithVideos } from './episode-lock.server.ts'
import { mayPublish, mayRemove } from './episode-permissions.ts'
import type { EpisodeQueries } from './episode-queries.server.ts'
import { changeTrending, deleteEpisode, episodeConcerning, insertEpisode } from './episode-rows.server.ts'
import { findVisibleRow, ownershipOf } from './episode-view.server.ts'
import type { EpisodeVisibility } from './episode-visibility.server.ts'
import { lockExploreIndex } from './explore-rows.server.ts'
import type { HoldFor } from './hold.ts'
import { readNewMetadata } from './read-metadata.ts'

/** Changes episodes; each change emits an event with its commit. */
export interface EpisodeCommands {
  /**
   * Saves an episode on the creator's own video (any state but `error`; one episode per video).
   * @throws Refusal catalog.creators_only (403), catalog.title_required, catalog.title_invalid, creators.word_refused,
   *   catalog.genre_required, catalog.genre_invalid, catalog.description_invalid, catalog.tags_invalid, catalog.video_not_found,
   *   catalog.video_failed (409), catalog.video_taken (409), catalog.publish_at_required, catalog.publish_at_invalid,
   *   catalog.credits_invalid, catalog.credit_person_unknown; identity.sign_in_required when the account is being deleted
   */
  publish(account: Account, input: NewEpisode): Promise<Episode>
  /**
   * Changes the given fields and the update date.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only (403), catalog.marked_by_moderator (403: moderation set it),
   *   catalog.title_required, catalog.title_invalid, creators.word_refused, catalog.genre_required, catalog.genre_invalid,
   *   catalog.description_invalid, catalog.tags_invalid, catalog.publish_at_required, catalog.publish_at_invalid,
   *   catalog.embed_sites_invalid, catalog.credits_invalid, catalog.credit_person_unknown, catalog.credit_declined (409)
   */
  edit(account: Account, id: string, changes: EpisodeChanges): Promise<Episode>
  /** Checks changes for a transaction that also changes rows of other rooms. @throws Refusal as `edit` */
  prepareEdit(account: Account, id: string, changes: EpisodeChanges): Promise<EpisodeEdit>
  /**
   * Makes these listed episodes trending and no others, emits an event for each that changes, and returns their number.
   * The caller must prevent concurrent calls.
   */
  setTrending(trx: Trx, ids: string[]): Promise<number>
  /**
   * Removes the episode, its video and the video that it awaits.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only
   */
  remove(account: Account, id: string): Promise<void>
}

const PUBLIC: VisibilityChoice = { visibility: 'public', publishAt: null }

export interface EpisodeCommandsParts extends CreditWriterParts {
  db: Db
  holdFor: HoldFor
  words: WordGate
  clock: Clock
  events: Events
  emit: Emit
  video: Pick<VideoHost, 'attachToEpisode' | 'lock' | 'removeWithEpisode' | 'restrict'>
  visibility: EpisodeVisibility
  find: EpisodeQueries['find']
  identity: Pick<Identity, 'lockAgainstRemoval' | 'lockAllAgainstRemoval'>
}

export function createEpisodeCommands(parts: EpisodeCommandsParts): EpisodeCommands {
  const { db, clock, events, emit, video, visibility, find, identity, holdFor, words } = parts

  return {
    async publish(account, input) {
      if (!mayPublish(account)) throw new Refusal('catalog.creators_only')
      const written = readNewMetadata(input)
      const id = newId()
      const now = clock.now()
      const chosen = readVisibility(input, PUBLIC, now) ?? PUBLIC
      const heldFor = await checkTitle(words, written.title)
      const credits = await prepareCredits(parts, input.credits)
      await transact(db, async (trx) => {
        await identity.lockAgainstRemoval(trx, account.uid)
        await credits.lockPeople(trx)
        // Locks the video until the commit: "ready" is either seen here or reported to `videoBecamePlayable` later.
        const attached = isPossibleId(input.videoId)
          ? await video.attachToEpisode(trx, account.uid, input.videoId)
          : null
        if (!attached) throw new Refusal('catalog.video_not_found', { field: 'videoId' })
        if (await episodeConcerning(trx, attached.uid)) throw new Refusal('catalog.video_taken', { field: 'videoId' })
        if (attached.status.state === 'error') throw new Refusal('catalog.video_failed', { field: 'videoId' })
        const fresh = { id, was_public: false, published_at: now }
        const stored = await insertEpisode(trx, {
          ...written,
          ...fresh,
          ...(await visibility.apply(trx, fresh, chosen, now)),
          video_id: attached.uid,
          creator_id: account.uid,
          is_playable: attached.status.state === 'ready',
          hold: await holdFor(trx),
          updated_at: now,
        })
        if (!stored) throw new Refusal('catalog.video_taken', { field: 'videoId' })
        await credits.store(trx, { id, creatorId: account.uid }, now)
        await emitEpisodeEvent(events, trx, stored)
        await applyAudience(parts, trx, stored, null)
        await emit(trx, episodeVideo, { id, videoId: stored.video_id })
        if (heldFor !== null) await words.queue(trx, { kind: 'episode', id }, heldFor)
      })
      return find(id, account)
    },

    prepareEdit: (account, id, changes) => prepareEdit(parts, account, id, changes),

    async edit(account, id, changes) {
      const edit = await prepareEdit(parts, account, id, changes)
      const isUnchanged = Object.values(changes).every((value) => value === undefined)
      if (isUnchanged) return find(id, account)
      await transact(db, async (trx) => {
        const locked = await edit.lock(trx)
        await edit.apply(trx, locked)
      })
      return find(id, account)
    },

    async setTrending(trx, ids) {
      const changed = await changeTrending(trx, ids)
      for (const row of changed) await emitEpisodeEvent(events, trx, row)
      return changed.length
    },

    async remove(account, id) {
      const row = await findVisibleRow(db, id, account)
      if (!mayRemove(ownershipOf(row), account)) throw new Refusal('catalog.owner_only')
      await transact(db, async (trx) => {
        const current = await lockEpisodeWithVideos(parts, trx, id)
        if (!current) return
        // The counts of the episode go with it, and come after the index in the order of locks.
        await lockExploreIndex(trx)
        // Before its rows go: those who were told of it are told that it is gone.
        await emitAudience(emit, trx, { ...current, audience: 'owner' }, current.audience)
        if (current.next_video_id) await video.removeWithEpisode(trx, current.next_video_id)
        await video.removeWithEpisode(trx, current.video_id)
        await deleteEpisode(trx, current.id)
        await emitEpisodeEvent(events, trx, current)
      })
    },
  }
}
