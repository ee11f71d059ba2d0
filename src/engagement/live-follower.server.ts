import { RETRY_DELAY_MS } from '#platform/emit-interval.ts'
import { sleep } from '#platform/sleep.server.ts'
import type { LiveEvent, LiveEventListener, OwnEpisode } from './live-event.ts'

/** Somebody who follows a feed. */
export interface Follower {
  onEvent: LiveEventListener
  /** Changes that it must get before new ones; null when it has caught up. */
  backlog: { ids: Set<string>; needsRefresh: boolean } | null
  left: PromiseWithResolvers<void>
  hasLeft: boolean
}

export interface CatchUpParts {
  /** The given episodes that currently exist. */
  load(episodeIds: string[]): Promise<OwnEpisode[]>
  allIds(): Promise<string[]>
  currentCursor(): string
}

const ROWS_AT_A_TIME = 20

/** Sends a follower its backlog at its own pace, until it receives events with the others. */
export async function catchUp(parts: CatchUpParts, follower: Follower): Promise<void> {
  while (follower.backlog && !follower.hasLeft) {
    try {
      await sendBacklog(parts, follower, follower.backlog)
    } catch {
      await Promise.race([sleep(RETRY_DELAY_MS), follower.left.promise])
    }
  }
}

async function sendBacklog(
  { load, allIds, currentCursor }: CatchUpParts,
  follower: Follower,
  backlog: NonNullable<Follower['backlog']>,
): Promise<void> {
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
    const events = await eventsOf(load, ids).catch((error) => {
      for (const id of ids) backlog.ids.add(id)
      throw error
    })
    for (const event of events) await send(follower, event)
  }
  if (backlog.needsRefresh || follower.hasLeft) return
  follower.backlog = null
  follower.onEvent({ type: 'cursor', at: currentCursor() })
}

function send(follower: Follower, event: LiveEvent): Promise<void> {
  if (follower.hasLeft) return Promise.resolve()
  const sent = new Promise<void>((resolve) => follower.onEvent(event, resolve))
  return Promise.race([sent, follower.left.promise])
}

/** The current state of these episodes, as events. */
export async function eventsOf(
  load: CatchUpParts['load'],
  ids: string[],
): Promise<Extract<LiveEvent, { type: 'episode' | 'removed' }>[]> {
  const found = new Map((await load(ids)).map((episode) => [episode.id, episode]))
  return ids.map((id) => {
    const episode = found.get(id)
    return episode ? { type: 'episode', episode, at: null } : { type: 'removed', id, at: null }
  })
}
