import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import { EPISODE_CHANNEL, type EpisodeChange } from '#catalog/episode-news.server.ts'
import type { Events } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import { VIDEO_CHANNEL, type VideoChange } from '#video/video-news.server.ts'
import { COUNT_CHANNEL, type CountChange } from './count-news.server.ts'
import type { Hear, OwnEpisode } from './live-event.ts'
import { createLiveFeed, type LiveFeed } from './live-feed.server.ts'

export interface LiveEpisodes {
  /**
   * Tells every change of a creator's own episodes, on whatever node it was made, until the returned function is called:
   * whole rows as they are now, at most four a second for each episode.
   *
   * @param since where an earlier connection ended; what changed since then comes first. Null: from now on
   */
  follow(creatorId: string, since: string | null, hear: Hear): () => void
}

export interface LiveEpisodesParts {
  events: Events
  catalog: Pick<Catalog, 'own' | 'findOwn' | 'creatorsOf' | 'episodeConcerning' | 'waitingOf'>
  withCounts(episodes: Episode[]): Promise<OwnEpisode[]>
}

/** How long a creator without dashboards stays followed, so that a reconnection finds what it missed. */
const KEPT_MS = 120_000
/** How often places in the line are told again: while it moves, and while nobody says that it does. */
const LINE_AT_MOST_EVERY_MS = 500
const LINE_AT_LEAST_EVERY_MS = 10_000

/** One feed a creator, for as long as somebody of this process follows it, and a while longer. */
export function createLiveEpisodes({ events, catalog, withCounts }: LiveEpisodesParts): LiveEpisodes {
  const feeds = new Map<string, LiveFeed>()
  const places = { boot: newId(), last: 0 }

  function feedOf(creatorId: string): LiveFeed {
    const known = feeds.get(creatorId)
    if (known) return known
    const made = createLiveFeed({
      places,
      load: async (ids) => withCounts(await catalog.findOwn(creatorId, ids)),
      allIds: async () => (await catalog.own({ uid: creatorId }, {})).episodes.map((episode) => episode.id),
      keptMs: KEPT_MS,
      onUnused: () => void feeds.delete(creatorId),
    })
    feeds.set(creatorId, made)
    return made
  }

  let hasMoved = false
  let isFollowingLine = false
  let later: NodeJS.Timeout | null = null

  /** Who waits for a worker has come nearer, or may have: their places are told anew. */
  async function lineMoved(): Promise<void> {
    hasMoved = true
    if (later) clearTimeout(later)
    if (isFollowingLine) return
    isFollowingLine = true
    let isAnyWaiting = false
    while (hasMoved) {
      hasMoved = false
      isAnyWaiting = await noteWaiting().catch(() => true)
      await rest(LINE_AT_MOST_EVERY_MS)
    }
    isFollowingLine = false
    // A worker that dies puts its job back into the line, and nobody hears of that.
    if (isAnyWaiting) later = setTimeout(() => void lineMoved(), LINE_AT_LEAST_EVERY_MS).unref()
  }

  async function noteWaiting(): Promise<boolean> {
    if (feeds.size === 0) return false
    const waiting = await catalog.waitingOf([...feeds.keys()])
    for (const [id, creatorId] of waiting) feeds.get(creatorId)?.note(id)
    return waiting.size > 0
  }

  async function hearVideo({ uid, creatorId, state, leftLine }: VideoChange): Promise<void> {
    if (feeds.size > 0 && (leftLine || state === 'queued')) void lineMoved()
    const feed = creatorId === null ? undefined : feeds.get(creatorId)
    if (!feed) return
    try {
      const id = await catalog.episodeConcerning(uid)
      if (id) feed.note(id)
    } catch {
      feed.forget()
    }
  }

  async function hearCounts({ episodeIds }: CountChange): Promise<void> {
    if (feeds.size === 0) return
    try {
      for (const [id, creatorId] of await catalog.creatorsOf(episodeIds)) feeds.get(creatorId)?.note(id)
    } catch {
      forgetAll()
    }
  }

  /** News was missed, so whoever follows looks at everything. */
  function forgetAll(): void {
    for (const feed of feeds.values()) feed.forget()
  }

  const hearEpisode = ({ id, creatorId }: EpisodeChange) => feeds.get(creatorId)?.note(id)
  events.subscribe(EPISODE_CHANNEL, (change) => hearEpisode(change as EpisodeChange), forgetAll)
  events.subscribe(VIDEO_CHANNEL, (change) => void hearVideo(change as VideoChange))
  events.subscribe(COUNT_CHANNEL, (change) => void hearCounts(change as CountChange))

  return { follow: (creatorId, since, hear) => feedOf(creatorId).follow(since, hear) }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
