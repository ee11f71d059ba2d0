import { setImmediate as whenIdle } from 'node:timers/promises'
import type { LiveEvent, LiveEventListener, OwnEpisode } from './live-event.ts'

/** The changes of one creator's episodes, for everyone who follows them in this process. */
export interface LiveFeed {
  /** An episode has changed, or is gone. */
  markChanged(episodeId: string): void
  /** Changes have been missed: current followers get all episodes, and so do those that resume later. */
  invalidate(): void
  follow(since: string | null, onEvent: LiveEventListener): () => void
  /**
   * A cursor from which to follow later. A change whose event comes after this call gets a later cursor, whether or not
   * anybody follows then.
   */
  currentCursor(): string
}

export interface LiveFeedParts {
  /** Begins every cursor: unique among all feeds, of any process, creator and time. */
  id: string
  /** The given episodes that currently exist. */
  load(episodeIds: string[]): Promise<OwnEpisode[]>
  allIds(): Promise<string[]>
  retainMs: number
  /** Called when there has been no follower for `retainMs`. */
  onUnused(): void
}

interface Follower {
  onEvent: LiveEventListener
  /** Changes that it must get before new ones; null when it has caught up. */
  backlog: { ids: Set<string>; needsRefresh: boolean } | null
  left: PromiseWithResolvers<void>
  hasLeft: boolean
}

const MIN_INTERVAL_MS = 250
const RETRY_DELAY_MS = 1000
const ROWS_AT_A_TIME = 20

/**
 * A change is emitted when it has been loaded, at most four times a second, and gets its cursor then: a follower that has a
 * cursor has received everything before it.
 */
export function createLiveFeed({ id: feedId, load, allIds, retainMs, onUnused }: LiveFeedParts): LiveFeed {
  const followers = new Set<Follower>()
  /** Cursor number of each episode's last change, as far as this feed reaches back. */
  const changes = new Map<string, number>()
  let lastNumber = 0
  let reachesTo = 0
  let changed = new Set<string>()
  let isEmitting = false
  let unusedTimer: NodeJS.Timeout | null = null

  const currentCursor = () => `${feedId}-${lastNumber}`

  async function emitAll(): Promise<void> {
    isEmitting = true
    while (changed.size > 0) {
      const ids = [...changed]
      changed = new Set()
      const delayMs = await emit(ids).then(
        () => MIN_INTERVAL_MS,
        () => {
          for (const id of ids) changed.add(id)
          return RETRY_DELAY_MS
        },
      )
      await sleep(delayMs)
    }
    isEmitting = false
  }

  async function emit(ids: string[]): Promise<void> {
    if (followers.size === 0) return ids.forEach(recordChange)
    for (const event of await eventsOf(ids)) {
      const id = event.type === 'episode' ? event.episode.id : event.id
      event.at = recordChange(id)
      for (const follower of followers) {
        if (follower.backlog) follower.backlog.ids.add(id)
        else follower.onEvent(event)
      }
      // Sockets flush at the end of this event-loop turn; many rows in one turn would look like a slow reader.
      await whenIdle()
    }
  }

  function recordChange(id: string): string {
    lastNumber += 1
    changes.set(id, lastNumber)
    return currentCursor()
  }

  async function eventsOf(ids: string[]): Promise<Extract<LiveEvent, { type: 'episode' | 'removed' }>[]> {
    const found = new Map((await load(ids)).map((episode) => [episode.id, episode]))
    return ids.map((id) => {
      const episode = found.get(id)
      return episode ? { type: 'episode', episode, at: null } : { type: 'removed', id, at: null }
    })
  }

  /** Sends a follower its backlog at its own pace, until it receives events with the others. */
  async function catchUp(follower: Follower): Promise<void> {
    while (follower.backlog && !follower.hasLeft) {
      try {
        await sendBacklog(follower, follower.backlog)
      } catch {
        await Promise.race([sleep(RETRY_DELAY_MS), follower.left.promise])
      }
    }
  }

  async function sendBacklog(follower: Follower, backlog: NonNullable<Follower['backlog']>): Promise<void> {
    if (backlog.needsRefresh) {
      // Cleared before the lookup, for the same reason as below.
      backlog.needsRefresh = false
      const ids = await allIds().catch((error) => {
        backlog.needsRefresh = true
        throw error
      })
      for (const id of ids) backlog.ids.add(id)
      await send(follower, { type: 'refresh', ids, at: null })
    }
    while (backlog.ids.size > 0 && !follower.hasLeft) {
      const ids = [...backlog.ids].slice(0, ROWS_AT_A_TIME)
      // Deleted before they are loaded: a later change adds its id again.
      for (const id of ids) backlog.ids.delete(id)
      const events = await eventsOf(ids).catch((error) => {
        for (const id of ids) backlog.ids.add(id)
        throw error
      })
      for (const event of events) await send(follower, event)
    }
    if (backlog.needsRefresh || follower.hasLeft) return
    follower.backlog = null
    follower.onEvent({ type: 'place', at: currentCursor() })
  }

  function send(follower: Follower, event: LiveEvent): Promise<void> {
    if (follower.hasLeft) return Promise.resolve()
    const sent = new Promise<void>((resolve) => follower.onEvent(event, resolve))
    return Promise.race([sent, follower.left.promise])
  }

  /** Ids changed since a cursor; null when this feed does not reach back so far. */
  function changedSince(since: string): Set<string> | null {
    const [id, number = ''] = since.split('-')
    const position = /^\d{1,15}$/.test(number) ? Number(number) : -1
    if (id !== feedId || position < reachesTo || position > lastNumber) return null
    return new Set([...changes].filter(([, at]) => at > position).map(([id]) => id))
  }

  function leave(follower: Follower): void {
    follower.hasLeft = true
    follower.left.resolve()
    followers.delete(follower)
    retain()
  }

  /** Without followers, the feed is still wanted for `retainMs` from now on. */
  function retain(): void {
    if (unusedTimer) clearTimeout(unusedTimer)
    unusedTimer = followers.size === 0 ? setTimeout(onUnused, retainMs).unref() : null
  }

  return {
    markChanged(episodeId) {
      changed.add(episodeId)
      if (!isEmitting) void emitAll()
    },
    invalidate() {
      changes.clear()
      lastNumber += 1
      reachesTo = lastNumber
      for (const follower of followers) {
        if (follower.backlog) {
          follower.backlog.needsRefresh = true
        } else {
          follower.backlog = { ids: new Set(), needsRefresh: true }
          void catchUp(follower)
        }
      }
    },
    follow(since, onEvent) {
      const missed = since === null ? new Set<string>() : changedSince(since)
      const backlog = { ids: missed ?? new Set<string>(), needsRefresh: missed === null }
      const follower: Follower = { onEvent, backlog, left: Promise.withResolvers(), hasLeft: false }
      followers.add(follower)
      retain()
      void catchUp(follower)
      return () => leave(follower)
    },
    currentCursor() {
      retain()
      return currentCursor()
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
