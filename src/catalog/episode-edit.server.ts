import { type WordGate, wordToHold } from '#creators/listed-words.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import type { VideoHost } from '#video/video-host.ts'
import { changeEpisode } from './apply-audience.server.ts'
import { type CreditWriterParts, prepareCredits } from './credits/credit-writer.server.ts'
import { readEmbedSites } from './embed-sites.ts'
import type { EpisodeChanges } from './episode.ts'
import { readVisibility, type VisibilityChoice } from './episode-fields.ts'
import { lockEpisodeWithVideos } from './episode-lock.server.ts'
import { mayClearNsfw, mayEdit } from './episode-permissions.ts'
import type { EpisodeRow } from './episode-rows.server.ts'
import { findVisibleRow, ownershipOf } from './episode-view.server.ts'
import type { EpisodeVisibility } from './episode-visibility.server.ts'
import { readMetadata } from './read-metadata.ts'

/** A locked episode, with the visibility that the edit gives it. */
export interface LockedEdit {
  episode: EpisodeRow
  /** Null when its visibility stays. */
  choice: VisibilityChoice | null
  now: Date
}

/**
 * Checked changes of an episode. A transaction locks the episode, then the rows of other rooms that change with it, and
 * applies the changes last, since that locks the explore index.
 */
export interface EpisodeEdit {
  /**
   * Locks the people that the changes credit, and the episode after its videos.
   * @throws Refusal catalog.episode_not_found, catalog.marked_by_moderator, catalog.publish_at_required,
   *   catalog.publish_at_invalid, catalog.credit_person_unknown
   */
  lock(trx: Trx): Promise<LockedEdit>
  /** Changes the locked episode and its update date, and emits an event. @throws Refusal catalog.credit_declined */
  apply(trx: Trx, locked: LockedEdit): Promise<void>
}

export interface EpisodeEditParts extends CreditWriterParts {
  db: Db
  clock: Clock
  events: Events
  emit: Emit
  video: Pick<VideoHost, 'lock' | 'restrict'>
  visibility: EpisodeVisibility
  words: WordGate
}

/** @see EpisodeCommands.prepareEdit */
export async function prepareEdit(
  parts: EpisodeEditParts,
  account: Account,
  id: string,
  changes: EpisodeChanges,
): Promise<EpisodeEdit> {
  const { db, clock, visibility, words } = parts
  const row = await findVisibleRow(db, id, account)
  if (!mayEdit(ownershipOf(row), account)) throw new Refusal('catalog.owner_only')
  const written = readMetadata(changes)
  const embedding = changes.embedSites !== undefined && { embed_sites: readEmbedSites(changes.embedSites) }
  const { title = row.title } = written
  const heldFor = title === row.title ? null : await checkTitle(words, title)
  const credits = await prepareCredits(parts, changes.credits)

  return {
    async lock(trx) {
      await credits.lockPeople(trx)
      const episode = await lockEpisodeWithVideos(parts, trx, id)
      if (!episode) throw new Refusal('catalog.episode_not_found')
      if (written.nsfw === false && !mayClearNsfw({ nsfw: episode.nsfw, nsfwReason: episode.nsfw_reason }))
        throw new Refusal('catalog.marked_by_moderator', { field: 'nsfw' })
      const present = { visibility: episode.visibility, publishAt: episode.publish_at }
      const now = clock.now()
      return { episode, choice: readVisibility(changes, present, now), now }
    },

    async apply(trx, { episode, choice, now }) {
      const columns = choice && (await visibility.apply(trx, episode, choice, now))
      await changeEpisode(parts, trx, episode, { ...written, ...columns, ...embedding, updated_at: now })
      await credits.store(trx, { id, creatorId: episode.creator_id }, now)
      if (heldFor !== null) await words.queue(trx, { kind: 'episode', id }, heldFor)
    },
  }
}

/** @returns the word for which a title waits; null for none. @throws Refusal creators.word_refused */
export async function checkTitle(words: WordGate, title: string): Promise<string | null> {
  return wordToHold(await words.finderFor('title'), title, 'title')
}
