import type { Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { VideoHost } from '#video/video-host.ts'
import { applyAudience } from './apply-audience.server.ts'
import type { Audience } from './audience.ts'
import { episodesNaming, markPersonDeactivated, removeLinksTo } from './credits/credit-rows.server.ts'
import { removeRequestLimit } from './credits/credit-writer.server.ts'
import { emitEpisodeEvent } from './episode-events.server.ts'
import { lockEpisodesOf, markDeactivated } from './episode-rows.server.ts'
import { lockExploreIndex } from './explore-rows.server.ts'

/** Episodes that change with an account, in the order of their ids, locked until the commit. */
export interface EpisodesOfAccount {
  creatorId: string
  /** The creator's own episodes, those with a credit that names the creator, and those that the caller asked for. */
  ids: string[]
  /** The creator's own episodes. */
  ownIds: string[]
  episodes: EpisodeOfAccount[]
}

interface EpisodeOfAccount {
  id: string
  creatorId: string
  videoId: string
  audience: Audience
  /** Whether a credit names the account. */
  isCrediting: boolean
}

/**
 * Removes, deactivates and restores an account's episodes. The caller takes the same locks in the same order for each:
 * `lockAllOf`, the series on removal, `lockExploreIndex`, and the counts of the episodes.
 */
export interface AccountEpisodes {
  /**
   * Locks the videos and episodes of a creator, and these episodes of others, whose counts change. The caller has locked
   * the account. Episodes are locked in the order of their ids, as plays lock them.
   */
  lockAllOf(trx: Trx, creatorId: string, otherIds: string[]): Promise<EpisodesOfAccount>
  /** Locks the explore index against other writers until the commit. */
  lockExploreIndex(trx: Trx): Promise<void>
  /**
   * Removes the episodes and videos, published or not, of a creator whose account is being removed, and the links to it
   * in the credits of others; the names stay. Its key in the rate limits goes too.
   */
  removeAllOf(trx: Trx, locked: EpisodesOfAccount): Promise<void>
  /**
   * Hides the episodes of a deactivated account from everybody, and the links to it in the credits of others, or takes
   * that back. The choices of their creators and moderators stay.
   */
  setDeactivated(trx: Trx, locked: EpisodesOfAccount, isDeactivated: boolean): Promise<void>
}

export interface AccountEpisodesParts {
  events: Events
  emit: Emit
  video: Pick<VideoHost, 'lockAllOf' | 'removeAllOf' | 'restrict'>
}

export function createAccountEpisodes(parts: AccountEpisodesParts): AccountEpisodes {
  return {
    lockAllOf: (trx, creatorId, otherIds) => lockAllOf(parts, trx, creatorId, otherIds),
    lockExploreIndex: lockExploreIndex,
    removeAllOf: (trx, locked) => removeAllOf(parts, trx, locked),
    setDeactivated: (trx, locked, isDeactivated) => setDeactivated(parts, trx, locked, isDeactivated),
  }
}

async function lockAllOf(
  { video }: AccountEpisodesParts,
  trx: Trx,
  creatorId: string,
  otherIds: string[],
): Promise<EpisodesOfAccount> {
  await video.lockAllOf(trx, creatorId)
  // The account is locked: nobody adds a credit that names it.
  const crediting = new Set(await episodesNaming(trx, creatorId))
  const rows = await lockEpisodesOf(trx, creatorId, [...otherIds, ...crediting])
  const episodes = rows.map((row) => ({
    id: row.id,
    creatorId: row.creator_id,
    videoId: row.video_id,
    audience: row.audience,
    isCrediting: crediting.has(row.id),
  }))
  return {
    creatorId,
    ids: episodes.map(({ id }) => id),
    ownIds: episodes.filter((episode) => episode.creatorId === creatorId).map(({ id }) => id),
    episodes,
  }
}

async function removeAllOf(
  { events, video }: AccountEpisodesParts,
  trx: Trx,
  { creatorId, episodes }: EpisodesOfAccount,
): Promise<void> {
  await removeLinksTo(trx, creatorId)
  await removeRequestLimit(trx, creatorId)
  for (const episode of episodes) if (episode.isCrediting) await emitChange(events, trx, episode)
  const own = episodes.filter((episode) => episode.creatorId === creatorId)
  await video.removeAllOf(
    trx,
    creatorId,
    own.map(({ videoId }) => videoId),
  )
}

async function setDeactivated(
  parts: AccountEpisodesParts,
  trx: Trx,
  { creatorId, episodes }: EpisodesOfAccount,
  isDeactivated: boolean,
): Promise<void> {
  await markPersonDeactivated(trx, creatorId, isDeactivated)
  const before = new Map(episodes.map(({ id, audience }) => [id, audience]))
  const changed = await markDeactivated(trx, creatorId, isDeactivated)
  for (const row of changed) await applyAudience(parts, trx, row, before.get(row.id) ?? null)
  const changedIds = new Set(changed.map(({ id }) => id))
  for (const episode of episodes)
    if (episode.isCrediting || changedIds.has(episode.id)) await emitChange(parts.events, trx, episode)
}

function emitChange(events: Events, trx: Trx, { id, creatorId }: EpisodeOfAccount): Promise<void> {
  return emitEpisodeEvent(events, trx, { id, creator_id: creatorId })
}
