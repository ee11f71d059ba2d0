import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import { type EpisodeEvent, episodeChannel } from '#catalog/episode-events.server.ts'
import type { Events } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import { sleep } from '#platform/sleep.server.ts'
import { type VideoEvent, videoChannel } from '#video/video-events.server.ts'
import { type ChannelCountEvent, type CountEvent, channelCountChannel, countChannel } from './count-events.server.ts'
import type { LiveEventListener, OwnEpisode } from './live-event.ts'
import { createLiveFeed, type LiveFeed } from './live-feed.server.ts'

export interface LiveEpisodes {
  /**
   * Emits every change of a creator's own episodes, made on any node, until the returned function is called: complete
   * current rows, at most four a second for each episode; and that figures of the whole channel have changed.
   *
   * @param since cursor at which an earlier connection ended, or of `currentCursor`; changes since then come first. Null:
   *   from now on
   */
  follow(creatorId: string, since: string | null, onEvent: LiveEventListener): () => void
  /**
   * A cursor for `follow`. Taken before the creator's episodes are read, it misses no later change. Known in this process
   * only, and for two minutes while nobody follows.
   */
  currentCursor(creatorId: string): string
}

export interface LiveEpisodesParts {
  events: Events
  catalog: Pick<Catalog, 'own' | 'findOwn' | 'creatorsOf' | 'episodeConcerning' | 'waitingOf'>
  withGrowth(episodes: Episode[]): Promise<OwnEpisode[]>
}

/** How long a feed without followers is retained, so that a connection gets the events that it missed. */
const RETAIN_MS = 120_000
/** How often queue positions are emitted again: at most while the queue moves, at least while no event says so. */
const QUEUE_MIN_INTERVAL_MS = 500
const QUEUE_MAX_INTERVAL_MS = 10_000

/** One feed per creator, while it has followers in this process, and for a while before and after. */
export function createLiveEpisodes({ events, catalog, withGrowth }: LiveEpisodesParts): LiveEpisodes {
  const feeds = new Map<string, LiveFeed>()

  function feedOf(creatorId: string): LiveFeed {
    const known = feeds.get(creatorId)
    if (known) return known
    const feed = createLiveFeed({
      id: newId(),
      load: async (ids) => withGrowth(await catalog.findOwn(creatorId, ids)),
      allIds: async () => (await catalog.own({ uid: creatorId }, {})).episodes.map((episode) => episode.id),
      retainMs: RETAIN_MS,
      onUnused: () => void feeds.delete(creatorId),
    })
    feeds.set(creatorId, feed)
    return feed
  }

  let hasQueueMoved = false
  let isFollowingQueue = false
  let recheckTimer: NodeJS.Timeout | null = null

  /** Emits the queue positions of waiting episodes again, because the queue has moved or may have. */
  async function onQueueMoved(): Promise<void> {
    hasQueueMoved = true
    if (recheckTimer) clearTimeout(recheckTimer)
    if (isFollowingQueue) return
    isFollowingQueue = true
    let isAnyWaiting = false
    while (hasQueueMoved) {
      hasQueueMoved = false
      isAnyWaiting = await markWaiting().catch(() => true)
      await sleep(QUEUE_MIN_INTERVAL_MS)
    }
    isFollowingQueue = false
    // The job of a worker that dies returns to the queue without an event.
    if (isAnyWaiting) recheckTimer = setTimeout(() => void onQueueMoved(), QUEUE_MAX_INTERVAL_MS).unref()
  }

  async function markWaiting(): Promise<boolean> {
    if (feeds.size === 0) return false
    const waiting = await catalog.waitingOf([...feeds.keys()])
    for (const [id, creatorId] of waiting) feeds.get(creatorId)?.markChanged(id)
    return waiting.size > 0
  }

  async function onVideoEvent({ uid, creatorId, state, leftLine }: VideoEvent): Promise<void> {
    if (feeds.size > 0 && (leftLine || state === 'queued')) void onQueueMoved()
    const feed = creatorId === null ? undefined : feeds.get(creatorId)
    if (!feed) return
    try {
      const id = await catalog.episodeConcerning(uid)
      if (id) feed.markChanged(id)
    } catch {
      feed.invalidate()
    }
  }

  async function onCountEvent({ episodeIds }: CountEvent): Promise<void> {
    if (feeds.size === 0) return
    try {
      for (const [id, creatorId] of await catalog.creatorsOf(episodeIds)) feeds.get(creatorId)?.markChanged(id)
    } catch {
      invalidateAll()
    }
  }

  /** Events were missed: every follower gets all episodes. */
  function invalidateAll(): void {
    for (const feed of feeds.values()) feed.invalidate()
  }

  const onChannelCountEvent = ({ creatorUids }: ChannelCountEvent) => {
    for (const creatorUid of creatorUids) feeds.get(creatorUid)?.markFiguresChanged()
  }
  const onEpisodeEvent = ({ id, creatorId }: EpisodeEvent) => feeds.get(creatorId)?.markChanged(id)
  events.subscribe(episodeChannel, onEpisodeEvent, invalidateAll)
  events.subscribe(videoChannel, (event) => void onVideoEvent(event))
  events.subscribe(channelCountChannel, onChannelCountEvent)
  events.subscribe(countChannel, (event) => void onCountEvent(event))

  return {
    follow: (creatorId, since, onEvent) => feedOf(creatorId).follow(since, onEvent),
    currentCursor: (creatorId) => feedOf(creatorId).currentCursor(),
  }
}
