import { beforeEach, expect, test } from 'vitest'
import { createCachedValue } from './cached-value.server.ts'
import { type Events, eventChannel } from './events.server.ts'

const channel = eventChannel<Record<never, never>>('test_changed')

let now: number
let stored: string
let reads: number
let isListening: boolean
let onEvent: () => void
let onGap: () => void

beforeEach(() => {
  now = 0
  stored = 'first'
  reads = 0
  isListening = true
})

const events: Pick<Events, 'subscribe' | 'isListening'> = {
  subscribe(_channel, listener, gap) {
    onEvent = () => listener({} as never)
    onGap = () => gap?.()
    return () => {}
  },
  isListening: () => isListening,
}

function create() {
  return createCachedValue(
    { events, channel },
    async () => {
      reads += 1
      return stored
    },
    () => now,
  )
}

test('is read once, and again after an event, a gap or an eviction', async () => {
  const cached = create()
  expect([await cached.get(), await cached.get(), reads]).toEqual(['first', 'first', 1])
  for (const [at, change] of [() => onEvent(), () => onGap(), () => cached.evict()].entries()) {
    stored = `changed ${at}`
    expect(await cached.get()).not.toBe(stored)
    change()
    expect([await cached.get(), await cached.get(), reads]).toEqual([stored, stored, at + 2])
  }
})

test('is less than a second old without an event', async () => {
  const cached = create()
  await cached.get()
  stored = 'changed'
  now = 899
  expect(await cached.get()).toBe('first')
  now = 1000
  expect(await cached.get()).toBe('changed')
})

test('is read each time while events are being lost', async () => {
  const cached = create()
  await cached.get()
  isListening = false
  stored = 'changed'
  expect([await cached.get(), await cached.get(), reads]).toEqual(['changed', 'changed', 3])
})

test('has a higher version after each change', () => {
  const cached = create()
  const versions = [cached.version()]
  for (const change of [() => onEvent(), () => onGap(), () => cached.evict()]) {
    change()
    versions.push(cached.version())
  }
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(new Set(versions).size).toBe(4)
})

test('does not hold what was being read when it changed', async () => {
  const answer = Promise.withResolvers<string>()
  const cached = createCachedValue({ events, channel }, () => (reads++ === 0 ? answer.promise : Promise.resolve('new')))
  const early = cached.get()
  onEvent()
  expect(await cached.get()).toBe('new')
  answer.resolve('old')
  expect([await early, await cached.get()]).toEqual(['old', 'new'])
})

test('forgets a read that failed', async () => {
  const cached = createCachedValue({ events, channel }, async () => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return 'back'
  })
  await expect(cached.get()).rejects.toThrow('away')
  expect(await cached.get()).toBe('back')
})
