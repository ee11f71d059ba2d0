import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent, OwnEpisode } from './live-event.ts'
import { createLiveFeed, type LiveFeed } from './live-feed.server.ts'

let rows: Map<string, { id: string; views: number }>
let feed: LiveFeed
let isDown: boolean
let isUnused: boolean
/** Holds back the loading of rows. */
let loadGate: Promise<void>

function newFeed(id = 'thisfeed'): LiveFeed {
  isUnused = false
  return createLiveFeed({
    id,
    async load(ids) {
      await loadGate
      if (isDown) throw new Error('No database.')
      return ids.flatMap((id) => rows.get(id) ?? []).map((row) => ({ ...row }) as unknown as OwnEpisode)
    },
    allIds: async () => [...rows.keys()],
    retainMs: 60_000,
    onUnused: () => {
      isUnused = true
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  rows = new Map(['a', 'b', 'c'].map((id) => [id, { id, views: 0 }]))
  isDown = false
  loadGate = Promise.resolve()
  feed = newFeed()
})

afterEach(() => vi.useRealTimers())

interface TestFollower {
  events: LiveEvent[]
  received: string[]
  stop: () => void
  /** Acknowledges the next event as sent, for slow readers. */
  acknowledge(): void
}

function listen(since: string | null, isSlow = false): TestFollower {
  const events: LiveEvent[] = []
  const unsent: (() => void)[] = []
  const stop = feed.follow(since, (event, sent) => {
    events.push(event)
    if (sent && isSlow) unsent.push(sent)
    else sent?.()
  })
  return {
    events,
    get received() {
      return events.flatMap((event) => {
        if (event.type === 'episode') return `${event.episode.id}${event.episode.views}`
        if (event.type === 'removed') return `-${event.id}`
        if (event.type === 'figures') return 'figures'
        return event.type === 'refresh' ? `all ${event.ids.join('')}` : []
      })
    },
    stop,
    acknowledge: () => unsent.shift()?.(),
  }
}

async function change(id: string): Promise<void> {
  const row = rows.get(id)
  if (row) row.views += 1
  feed.markChanged(id)
  await pass(0)
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let tick = 0; tick < 10; tick += 1) await new Promise((resolve) => setImmediate(resolve))
}

const lastCursor = (follower: TestFollower) => follower.events.findLast((event) => event.at !== null)!.at

test('a new follower gets the cursor first, then every change', async () => {
  const follower = listen(null)
  await change('a')
  rows.delete('b')
  await pass(250)
  await change('b')
  expect(follower.events.map((event) => event.type)).toEqual(['cursor', 'episode', 'removed'])
  expect(follower.received).toEqual(['a1', '-b'])
  expect(new Set(follower.events.map((event) => event.at)).size).toBe(3)
})

test('many changes within a second become at most four events an episode, and the last one is never lost', async () => {
  const follower = listen(null)
  for (let n = 0; n < 100; n += 1) {
    await change('a')
    await pass(10)
  }
  await pass(250)
  expect(follower.received.length).toBeLessThanOrEqual(6)
  expect(follower.received.at(-1)).toBe('a100')
})

test('a returning follower gets what has changed since, and nothing else', async () => {
  const before = listen(null)
  await change('a')
  before.stop()
  await pass(250)
  await change('b')
  await pass(250)
  rows.delete('c')
  await change('c')
  await pass(250)
  const back = listen(lastCursor(before))
  await pass(0)
  expect(back.received).toEqual(['b1', '-c'])
  await change('a')
  expect(back.received).toEqual(['b1', '-c', 'a2'])
})

test('a list read after taking a cursor is completed from there, also when nobody followed in between', async () => {
  await change('a')
  await pass(250)
  const cursor = feed.currentCursor()
  await change('b')
  await pass(250)
  const follower = listen(cursor)
  expect(follower.received).toEqual([])
  await pass(0)
  expect(follower.received).toEqual(['b1'])
  await change('c')
  expect(follower.received).toEqual(['b1', 'c1'])
})

test('a change that is being loaded when a cursor is taken is sent after it', async () => {
  listen(null)
  const release = Promise.withResolvers<void>()
  loadGate = release.promise
  await change('a')
  const cursor = feed.currentCursor()
  const follower = listen(cursor)
  release.resolve()
  await pass(0)
  expect(follower.received).toEqual(['a1'])
})

test('nothing has to be sent again after a cursor when nothing has changed', async () => {
  await change('a')
  const follower = listen(feed.currentCursor())
  await pass(1000)
  expect(follower.received).toEqual([])
})

test('a cursor taken before events were missed gets everything', async () => {
  const cursor = feed.currentCursor()
  feed.invalidate()
  const follower = listen(cursor)
  await pass(0)
  expect(follower.received[0]).toBe('all abc')
})

test('a feed is unused once a cursor has waited for its follower long enough, and not before', async () => {
  feed.currentCursor()
  await pass(59_000)
  feed.currentCursor()
  await pass(59_000)
  expect(isUnused).toBe(false)
  const follower = listen(feed.currentCursor())
  feed.currentCursor()
  await pass(120_000)
  expect(isUnused).toBe(false)
  follower.stop()
  await pass(60_000)
  expect(isUnused).toBe(true)
})

test('the cursor advances only when the backlog has been sent', async () => {
  const before = listen(null)
  before.stop()
  for (const id of ['a', 'b']) await change(id)
  await pass(500)
  const slow = listen(lastCursor(before), true)
  await pass(0)
  expect(slow.received).toEqual(['a1'])
  expect(slow.events.map((event) => event.at)).toEqual([null])
  // A change during the catch-up is sent in its final state.
  await change('a')
  await pass(500)
  for (let n = 0; n < 5; n += 1) {
    slow.acknowledge()
    await pass(0)
  }
  expect(slow.received).toEqual(['a1', 'b1', 'a2'])
  expect(slow.events.at(-1)).toEqual({ type: 'cursor', at: expect.any(String) })
})

test.each(['unknown', 'otherfeed-0', 'thisfeed-999999', 'thisfeed-x', 'thisfeed-'])(
  'an unknown cursor, such as %j, gets everything',
  async (since) => {
    const follower = listen(since)
    await pass(0)
    expect(follower.received).toEqual(['all abc', 'a0', 'b0', 'c0'])
    expect(follower.events.at(-1)!.type).toBe('cursor')
  },
)

test('after missed events, every follower gets everything', async () => {
  const follower = listen(null)
  const cursor = lastCursor(follower)
  feed.invalidate()
  await pass(0)
  expect(follower.received).toEqual(['all abc', 'a0', 'b0', 'c0'])
  expect(listen(cursor).received).toEqual([])
  const back = listen(cursor)
  await pass(0)
  expect(back.received[0]).toBe('all abc')
})

test('a cursor of a feed that has ended since is unknown', async () => {
  const before = listen(null)
  before.stop()
  await pass(60_000)
  expect(isUnused).toBe(true)
  feed = newFeed('nextfeed')
  const back = listen(lastCursor(before))
  await pass(0)
  expect(back.received[0]).toBe('all abc')
})

test('a change during a database outage is sent when the database is back', async () => {
  const follower = listen(null)
  isDown = true
  await change('a')
  await pass(2500)
  expect(follower.received).toEqual([])
  isDown = false
  await pass(1000)
  expect(follower.received).toEqual(['a1'])
})

test('says once that figures of the channel changed, and not again to those who come later', async () => {
  const follower = listen(null)
  await pass(0)
  feed.markFiguresChanged()
  await pass(0)
  feed.markFiguresChanged()
  feed.markFiguresChanged()
  await change('a')
  expect(follower.received).toEqual(['figures'])
  await pass(250)
  expect(follower.received).toEqual(['figures', 'figures', 'a1'])
  const later = listen(null)
  await pass(250)
  expect(later.received).toEqual([])
})
