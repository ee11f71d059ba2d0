import type { Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { VideoHost } from '#video/video-host.ts'
import { applyAudience } from './apply-audience.server.ts'
import { episodesNaming, markPersonDeactivated } from './credits/credit-rows.server.ts'
import { emitEpisodeEvent } from './episode-events.server.ts'
import { lockEpisodesOf, markDeactivated } from './episode-rows.server.ts'
import { lockExploreIndex } from './explore-rows.server.ts'

export interface EpisodeDeactivation {
  /**
   * Hides the episodes of a deactivated account from everybody, and the links to it in the credits of others, or takes that
   * back. The choices of their creators and moderators stay. The account is locked.
   * @param otherIds episodes of others whose counts that changes; locked together with the creator's own
   * @param onLocked called before any change, with the ids of all these episodes that exist
   */
  setDeactivated(
    trx: Trx,
    creatorId: string,
    isDeactivated: boolean,
    otherIds: string[],
    onLocked: (episodeIds: string[]) => Promise<void>,
  ): Promise<void>
}

export interface EpisodeDeactivationParts {
  events: Events
  emit: Emit
  video: Pick<VideoHost, 'lockAllOf' | 'restrict'>
}

export function createEpisodeDeactivation(parts: EpisodeDeactivationParts): EpisodeDeactivation {
  const { events, video } = parts
  return {
    // The same locks in the same order as the removal of an account.
    async setDeactivated(trx, creatorId, isDeactivated, otherIds, onLocked) {
      await video.lockAllOf(trx, creatorId)
      // The account is locked: nobody adds a credit that names it.
      const naming = await episodesNaming(trx, creatorId)
      const locked = await lockEpisodesOf(trx, creatorId, [...otherIds, ...naming])
      await lockExploreIndex(trx)
      await onLocked(locked.map(({ id }) => id))
      await markPersonDeactivated(trx, creatorId, isDeactivated)
      const before = new Map(locked.map(({ id, audience }) => [id, audience]))
      const changed = await markDeactivated(trx, creatorId, isDeactivated)
      for (const episode of changed) await applyAudience(parts, trx, episode, before.get(episode.id) ?? null)
      const shown = new Set([...naming, ...changed.map(({ id }) => id)])
      for (const row of locked) if (shown.has(row.id)) await emitEpisodeEvent(events, trx, row)
    },
  }
}
