import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent, OwnEpisode } from './live-event.ts'
import { createLiveFeed, type LiveFeed } from './live-feed.server.ts'

let rows: Map<string, { id: string; views: number }>
let feed: LiveFeed
let isDown: boolean
let isUnused: boolean
const places = { boot: 'thisboot', last: 0 }

function newFeed(): LiveFeed {
  isUnused = false
  return createLiveFeed({
    places,
    async load(ids) {
      if (isDown) throw new Error('No database.')
      return ids.flatMap((id) => rows.get(id) ?? []).map((row) => ({ ...row }) as unknown as OwnEpisode)
    },
    allIds: async () => [...rows.keys()],
    keptMs: 60_000,
    onUnused: () => {
      isUnused = true
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  rows = new Map(['a', 'b', 'c'].map((id) => [id, { id, views: 0 }]))
  isDown = false
  feed = newFeed()
})

afterEach(() => vi.useRealTimers())

interface Heard {
  events: LiveEvent[]
  said: string[]
  stop: () => void
  /** Takes the next event off the hands of whoever sends, for readers that do not do it by themselves. */
  take(): void
}

function listen(since: string | null, isSlow = false): Heard {
  const events: LiveEvent[] = []
  const unsent: (() => void)[] = []
  const stop = feed.follow(since, (event, sent) => {
    events.push(event)
    if (sent && isSlow) unsent.push(sent)
    else sent?.()
  })
  return {
    events,
    get said() {
      return events.flatMap((event) => {
        if (event.type === 'episode') return `${event.episode.id}${event.episode.views}`
        if (event.type === 'removed') return `-${event.id}`
        return event.type === 'refresh' ? `all ${event.ids.join('')}` : []
      })
    },
    stop,
    take: () => unsent.shift()?.(),
  }
}

async function change(id: string): Promise<void> {
  const row = rows.get(id)
  if (row) row.views += 1
  feed.note(id)
  await pass(0)
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const lastPlace = (heard: Heard) => heard.events.findLast((event) => event.at !== null)!.at

test('a newcomer is told the place first, then every change', async () => {
  const heard = listen(null)
  await change('a')
  rows.delete('b')
  await pass(250)
  await change('b')
  expect(heard.events.map((event) => event.type)).toEqual(['place', 'episode', 'removed'])
  expect(heard.said).toEqual(['a1', '-b'])
  expect(new Set(heard.events.map((event) => event.at)).size).toBe(3)
})

test('many changes within a second become at most four events an episode, and the last one is never lost', async () => {
  const heard = listen(null)
  for (let n = 0; n < 100; n += 1) {
    await change('a')
    await pass(10)
  }
  await pass(250)
  expect(heard.said.length).toBeLessThanOrEqual(6)
  expect(heard.said.at(-1)).toBe('a100')
})

test('who comes back is told what changed since, and nothing else', async () => {
  const before = listen(null)
  await change('a')
  before.stop()
  await pass(250)
  await change('b')
  await pass(250)
  rows.delete('c')
  await change('c')
  await pass(250)
  const back = listen(lastPlace(before))
  await pass(0)
  expect(back.said).toEqual(['b1', '-c'])
  await change('a')
  expect(back.said).toEqual(['b1', '-c', 'a2'])
})

test('the place only moves on when everything owed has been told', async () => {
  const before = listen(null)
  before.stop()
  for (const id of ['a', 'b']) await change(id)
  await pass(500)
  const slow = listen(lastPlace(before), true)
  await pass(0)
  expect(slow.said).toEqual(['a1'])
  expect(slow.events.map((event) => event.at)).toEqual([null])
  // What changes meanwhile is told as it is at the end.
  await change('a')
  await pass(500)
  for (let n = 0; n < 5; n += 1) {
    slow.take()
    await pass(0)
  }
  expect(slow.said).toEqual(['a1', 'b1', 'a2'])
  expect(slow.events.at(-1)).toEqual({ type: 'place', at: expect.any(String) })
})

test.each(['unknown', 'otherboot-1', 'thisboot-999999', 'thisboot-x', 'thisboot-'])(
  'an unknown place, as %j, gets everything',
  async (since) => {
    const heard = listen(since)
    await pass(0)
    expect(heard.said).toEqual(['all abc', 'a0', 'b0', 'c0'])
    expect(heard.events.at(-1)!.type).toBe('place')
  },
)

test('when news was missed, everyone is told everything', async () => {
  const heard = listen(null)
  const place = lastPlace(heard)
  feed.forget()
  await pass(0)
  expect(heard.said).toEqual(['all abc', 'a0', 'b0', 'c0'])
  expect(listen(place).said).toEqual([])
  const back = listen(place)
  await pass(0)
  expect(back.said[0]).toBe('all abc')
})

test('a place of a feed that has ended in between is unknown', async () => {
  const before = listen(null)
  before.stop()
  await pass(60_000)
  expect(isUnused).toBe(true)
  feed = newFeed()
  const back = listen(lastPlace(before))
  await pass(0)
  expect(back.said[0]).toBe('all abc')
})

test('without a database the change is told when it is back', async () => {
  const heard = listen(null)
  isDown = true
  await change('a')
  await pass(2500)
  expect(heard.said).toEqual([])
  isDown = false
  await pass(1000)
  expect(heard.said).toEqual(['a1'])
})
