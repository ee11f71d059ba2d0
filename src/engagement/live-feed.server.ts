import { setImmediate as whenIdle } from 'node:timers/promises'
import type { Hear, LiveEvent, OwnEpisode } from './live-event.ts'

/** The changes of one creator's episodes, for everyone who follows them in this process. */
export interface LiveFeed {
  /** An episode has changed, or is gone. */
  note(episodeId: string): void
  /** Changes have been missed: who follows now gets everything, and who comes back later too. */
  forget(): void
  follow(since: string | null, hear: Hear): () => void
}

export interface LiveFeedParts {
  /** Numbers that no other process uses, growing with each event. */
  places: { boot: string; last: number }
  /** Those of these episodes that there are now. */
  load(episodeIds: string[]): Promise<OwnEpisode[]>
  allIds(): Promise<string[]>
  keptMs: number
  /** Called when nobody has followed for `keptMs`. */
  onUnused(): void
}

interface Follower {
  hear: Hear
  /** What this one has to be told before it may hear what is new; null when it has caught up. */
  owed: { ids: Set<string>; isUnknown: boolean } | null
  left: PromiseWithResolvers<void>
  hasLeft: boolean
}

const BETWEEN_MS = 250
const AFTER_FAILURE_MS = 1000
const ROWS_AT_A_TIME = 20

/**
 * A change is told when it is loaded, at most four times a second, and gets its place then: whoever has heard of a place
 * has heard of everything before it.
 */
export function createLiveFeed({ places, load, allIds, keptMs, onUnused }: LiveFeedParts): LiveFeed {
  const followers = new Set<Follower>()
  /** The place of each episode's last change, as far as this feed reaches back. */
  const changes = new Map<string, number>()
  // Later than every place given out: an older one may belong to a feed of before, which ended in between.
  places.last += 1
  let reachesTo = places.last
  let changed = new Set<string>()
  let isTelling = false
  let unused: NodeJS.Timeout | null = null

  const placeNow = () => `${places.boot}-${places.last}`
  function nextPlace(): string {
    places.last += 1
    return placeNow()
  }

  async function tellAll(): Promise<void> {
    isTelling = true
    while (changed.size > 0) {
      const ids = [...changed]
      changed = new Set()
      const pause = await tell(ids).then(
        () => BETWEEN_MS,
        () => {
          for (const id of ids) changed.add(id)
          return AFTER_FAILURE_MS
        },
      )
      await rest(pause)
    }
    isTelling = false
  }

  async function tell(ids: string[]): Promise<void> {
    if (followers.size === 0) return ids.forEach(remember)
    for (const event of await eventsOf(ids)) {
      const id = event.type === 'episode' ? event.episode.id : event.id
      event.at = remember(id)
      for (const follower of followers) {
        if (follower.owed) follower.owed.ids.add(id)
        else follower.hear(event)
      }
      // Sockets take what was written when this turn ends; many rows in one turn would look like a reader who is slow.
      await whenIdle()
    }
  }

  function remember(id: string): string {
    const place = nextPlace()
    changes.set(id, places.last)
    return place
  }

  async function eventsOf(ids: string[]): Promise<Extract<LiveEvent, { type: 'episode' | 'removed' }>[]> {
    const found = new Map((await load(ids)).map((episode) => [episode.id, episode]))
    return ids.map((id) => {
      const episode = found.get(id)
      return episode ? { type: 'episode', episode, at: null } : { type: 'removed', id, at: null }
    })
  }

  /** Tells a follower what it is owed, as fast as it takes it, until it hears with the others. */
  async function catchUp(follower: Follower): Promise<void> {
    while (follower.owed && !follower.hasLeft) {
      try {
        await pay(follower, follower.owed)
      } catch {
        await Promise.race([rest(AFTER_FAILURE_MS), follower.left.promise])
      }
    }
  }

  async function pay(follower: Follower, owed: NonNullable<Follower['owed']>): Promise<void> {
    if (owed.isUnknown) {
      // Before they are looked up, for the same reason as below.
      owed.isUnknown = false
      const ids = await allIds().catch((error) => {
        owed.isUnknown = true
        throw error
      })
      for (const id of ids) owed.ids.add(id)
      await send(follower, { type: 'refresh', ids, at: null })
    }
    while (owed.ids.size > 0 && !follower.hasLeft) {
      const ids = [...owed.ids].slice(0, ROWS_AT_A_TIME)
      // Before they are loaded: what changes from here on is owed again.
      for (const id of ids) owed.ids.delete(id)
      const events = await eventsOf(ids).catch((error) => {
        for (const id of ids) owed.ids.add(id)
        throw error
      })
      for (const event of events) await send(follower, event)
    }
    if (owed.isUnknown || follower.hasLeft) return
    follower.owed = null
    follower.hear({ type: 'place', at: placeNow() })
  }

  function send(follower: Follower, event: LiveEvent): Promise<void> {
    if (follower.hasLeft) return Promise.resolve()
    const sent = new Promise<void>((resolve) => follower.hear(event, resolve))
    return Promise.race([sent, follower.left.promise])
  }

  /** What has changed since a place, or null when this feed cannot know. */
  function changedSince(since: string): Set<string> | null {
    const [boot, number = ''] = since.split('-')
    const place = /^\d{1,15}$/.test(number) ? Number(number) : -1
    if (boot !== places.boot || place < reachesTo || place > places.last) return null
    return new Set([...changes].filter(([, at]) => at > place).map(([id]) => id))
  }

  function leave(follower: Follower): void {
    follower.hasLeft = true
    follower.left.resolve()
    followers.delete(follower)
    if (followers.size === 0 && !unused) unused = setTimeout(onUnused, keptMs).unref()
  }

  return {
    note(episodeId) {
      changed.add(episodeId)
      if (!isTelling) void tellAll()
    },
    forget() {
      changes.clear()
      places.last += 1
      reachesTo = places.last
      for (const follower of followers) {
        if (follower.owed) {
          follower.owed.isUnknown = true
        } else {
          follower.owed = { ids: new Set(), isUnknown: true }
          void catchUp(follower)
        }
      }
    },
    follow(since, hear) {
      if (unused) clearTimeout(unused)
      unused = null
      const missed = since === null ? new Set<string>() : changedSince(since)
      const owed = { ids: missed ?? new Set<string>(), isUnknown: missed === null }
      const follower: Follower = { hear, owed, left: Promise.withResolvers(), hasLeft: false }
      followers.add(follower)
      void catchUp(follower)
      return () => leave(follower)
    },
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
