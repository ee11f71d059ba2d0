import { setImmediate as whenIdle } from 'node:timers/promises'
import { MIN_EMIT_INTERVAL_MS, RETRY_DELAY_MS } from '#platform/emit-interval.ts'
import { sleep } from '#platform/sleep.server.ts'
import { createChangeLog } from './change-log.ts'
import type { LiveEvent, LiveEventListener } from './live-event.ts'
import { type CatchUpParts, catchUp, eventsOf, type Follower } from './live-follower.server.ts'

/** The changes of one creator's episodes, for everyone who follows them in this process. */
export interface LiveFeed {
  /** An episode has changed, or is gone. */
  markChanged(episodeId: string): void
  /** Figures of the whole channel have changed, which no episode has. Current followers hear of it, once. */
  markFiguresChanged(): void
  /** Changes have been missed: current followers get all episodes, and so do those that resume later. */
  invalidate(): void
  follow(since: string | null, onEvent: LiveEventListener): () => void
  /**
   * A cursor from which to follow later. A change whose event comes after this call gets a later cursor, whether or not
   * anybody follows then.
   */
  currentCursor(): string
}

export interface LiveFeedParts extends Omit<CatchUpParts, 'currentCursor'> {
  /** Begins every cursor: unique among all feeds, of any process, creator and time. */
  id: string
  retainMs: number
  /** Called when there has been no follower for `retainMs`. */
  onUnused(): void
}

const figuresEvent: LiveEvent = { type: 'figures', at: null }

/**
 * A change is emitted when it has been loaded, at most four times a second, and gets its cursor then: a follower that has a
 * cursor has received everything before it.
 */
export function createLiveFeed({ id, load, allIds, retainMs, onUnused }: LiveFeedParts): LiveFeed {
  const recorded = createChangeLog(id)
  const catchingUp = { load, allIds, currentCursor: recorded.currentCursor }
  const followers = new Set<Follower>()
  let changed = new Set<string>()
  let haveFiguresChanged = false
  let isEmitting = false
  let unusedTimer: NodeJS.Timeout | null = null

  async function emitAll(): Promise<void> {
    isEmitting = true
    while (changed.size > 0 || haveFiguresChanged) {
      if (haveFiguresChanged) emitFigures()
      const ids = [...changed]
      changed = new Set()
      const delayMs = await emit(ids).then(
        () => MIN_EMIT_INTERVAL_MS,
        () => {
          for (const id of ids) changed.add(id)
          return RETRY_DELAY_MS
        },
      )
      await sleep(delayMs)
    }
    isEmitting = false
  }

  function emitFigures(): void {
    haveFiguresChanged = false
    for (const follower of followers) follower.onEvent(figuresEvent)
  }

  async function emit(ids: string[]): Promise<void> {
    if (followers.size === 0) {
      for (const id of ids) recorded.record(id)
      return
    }
    for (const event of await eventsOf(load, ids)) {
      const id = event.type === 'episode' ? event.episode.id : event.id
      event.at = recorded.record(id)
      for (const follower of followers) {
        if (follower.backlog) follower.backlog.ids.add(id)
        else follower.onEvent(event)
      }
      // Sockets flush at the end of this event-loop turn; many rows in one turn would look like a slow reader.
      await whenIdle()
    }
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
    markFiguresChanged() {
      haveFiguresChanged = true
      if (!isEmitting) void emitAll()
    },
    invalidate() {
      recorded.clear()
      for (const follower of followers) {
        if (follower.backlog) {
          follower.backlog.needsRefresh = true
        } else {
          follower.backlog = { ids: new Set(), needsRefresh: true }
          void catchUp(catchingUp, follower)
        }
      }
    },
    follow(since, onEvent) {
      const missed = since === null ? new Set<string>() : recorded.since(since)
      const backlog = { ids: missed ?? new Set<string>(), needsRefresh: missed === null }
      const follower: Follower = { onEvent, backlog, left: Promise.withResolvers(), hasLeft: false }
      followers.add(follower)
      retain()
      void catchUp(catchingUp, follower)
      return () => leave(follower)
    },
    currentCursor() {
      retain()
      return recorded.currentCursor()
    },
  }
}
