import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent, LiveEventListener } from '#engagement/live-event.ts'
import type { Account } from '#identity/account.ts'
import type { HttpEnv } from '../request-context.ts'
import { createLiveStreams, formatEvent, type StreamSettings, streamSettings } from './live-streams.ts'

const account: Account = {
  uid: 'mika',
  email: 'mika@example.org',
  role: 'creator',
  isCreator: true,
  createdAt: new Date(0),
  suspension: null,
}

/** The part of a server's response that streams use; written bytes stay unread. */
class Unread extends EventEmitter {
  written = ''
  writableLength = 0
  writableEnded = false
  destroyed = false
  closed = false
  removeHeader(): void {}
  writeHead(): void {}
  write(bytes: Buffer | string): void {
    this.written += String(bytes)
    this.writableLength += bytes.length
  }
  end(): void {
    this.writableEnded = true
    this.emit('close')
  }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

let listeners: LiveEventListener[]
let session: Account | null | Error
let endings: ((uid: string | null) => void)[]
let settings: StreamSettings
let streams: ReturnType<typeof createLiveStreams>

beforeEach(() => {
  vi.useFakeTimers()
  listeners = []
  endings = []
  session = account
  settings = streamSettings()
  streams = createLiveStreams<LiveEvent>({
    follow(_creatorId, _since, onEvent) {
      listeners.push(onEvent)
      return () => listeners.splice(listeners.indexOf(onEvent), 1)
    },
    identity: {
      async accountFor() {
        if (session instanceof Error) throw session
        return session
      },
      onSessionsEnded(listener) {
        endings.push(listener)
        return () => endings.splice(endings.indexOf(listener), 1)
      },
    },
    format: (event) => formatEvent(event.type, event.at, event),
    kind: 'dashboard',
    settings,
    tooMany: 'engagement.too_many_streams',
  })
})

afterEach(() => vi.useRealTimers())

function open(): Unread {
  const outgoing = new Unread()
  const c = { env: { outgoing: outgoing as unknown as ServerResponse }, req: { header: () => '' }, var: {} }
  streams.open(c as unknown as Context<HttpEnv>, account, null)
  return outgoing
}

const removed = (id: string) => ({ type: 'removed' as const, id, at: 'boot-1' })

test('an idle stream sends a heartbeat at least every 25 seconds', async () => {
  const stream = open()
  const before = stream.written
  await vi.advanceTimersByTimeAsync(50_000)
  expect(stream.written).toBe(`${before}:\n\n:\n\n`)
})

test('a stream ends within 30 seconds of its session, or when the cookie becomes another person’s', async () => {
  for (const present of [null, { ...account, uid: 'someone' }]) {
    session = account
    const stream = open()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(stream.writableEnded).toBe(false)
    session = present
    await vi.advanceTimersByTimeAsync(30_000)
    expect(stream.writableEnded).toBe(true)
    expect(listeners).toEqual([])
  }
})

test('a stream ends as soon as its session was ended, and not with another session', async () => {
  const [stream, other] = [open(), open()]
  endings[0]!('someone')
  endings[0]!(account.uid)
  await vi.advanceTimersByTimeAsync(0)
  expect([stream.writableEnded, other.writableEnded]).toEqual([false, false])
  session = null
  endings[0]!(account.uid)
  await vi.advanceTimersByTimeAsync(0)
  expect([stream.writableEnded, other.writableEnded]).toEqual([true, false])
})

test('after a gap in the events every stream looks whether its session is there', async () => {
  const stream = open()
  await vi.advanceTimersByTimeAsync(0)
  session = null
  endings[0]!(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.writableEnded).toBe(true)
  expect(endings).toEqual([])
})

test('a stream ends whose session ended while it was opened', async () => {
  session = null
  const stream = open()
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.writableEnded).toBe(true)
})

test('a stream survives a database outage', async () => {
  const stream = open()
  session = new Error('No database.')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stream.writableEnded || stream.destroyed).toBe(false)
})

test('a reader with more than 64 KiB unread is disconnected, and nothing more is written', () => {
  const stream = open()
  const [onEvent] = listeners as [LiveEventListener]
  while (!stream.destroyed) onEvent(removed('x'.repeat(1000)))
  expect(stream.written.length).toBeGreaterThan(64 * 1024)
  expect(stream.written.length).toBeLessThan(66 * 1024)
  const { written } = stream
  onEvent(removed('late'))
  expect(stream.written).toBe(written)
  expect(listeners).toEqual([])
})

test('one person has at most ten streams, and closing one frees a slot', () => {
  const first = open()
  for (let n = 1; n < 10; n += 1) open()
  expect(open).toThrow(expect.objectContaining({ code: 'engagement.too_many_streams' }))
  first.emit('close')
  expect(open).not.toThrow()
})

test('open streams are counted by kind until they end', () => {
  const [first, second] = [open(), open()]
  expect([...settings.open]).toEqual([['dashboard', 2]])
  first.end()
  second.destroy()
  expect([...settings.open]).toEqual([['dashboard', 0]])
})
