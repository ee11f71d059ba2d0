import { beforeEach, expect, test, vi } from 'vitest'
import { MAX_READ_MS, SHARED_MS, type ShareRead, shareReads } from './shared-reads.ts'

let version: number | Promise<number>
let time: number
let share: ShareRead<string>

beforeEach(() => {
  version = 1
  time = 0
  share = shareReads(
    async () => version,
    () => time,
  )
})

test('everybody gets the first value, while it is read and for a second', async () => {
  const reading = Promise.withResolvers<string>()
  const read = vi.fn(() => reading.promise)
  const both = Promise.all([share('a', read), share('a', read)])
  reading.resolve('one')
  expect(await both).toEqual(['one', 'one'])
  time = SHARED_MS - 1
  expect(await share('a', read)).toBe('one')
  expect(read).toHaveBeenCalledTimes(1)
  time = SHARED_MS
  expect(await share('a', async () => 'two')).toBe('two')
})

test('a change ends it at once, and each key has its own', async () => {
  await share('a', async () => 'one')
  expect(await share('b', async () => 'other')).toBe('other')
  version = 2
  expect(await share('a', async () => 'two')).toBe('two')
  expect(await share('b', async () => 'new')).toBe('new')
})

test('an older value does not replace a newer one', async () => {
  version = 2
  await share('a', async () => 'new')
  version = 1
  expect(await share('a', async () => 'old')).toBe('old')
  version = 2
  expect(await share('a', async () => 'again')).toBe('new')
})

test('a failure is for those who wait for it', async () => {
  const fail = async () => {
    throw new Error('lost')
  }
  await expect(share('a', fail)).rejects.toThrow('lost')
  expect(await share('a', async () => 'one')).toBe('one')
})

test('the values of a hundred keys are kept, the oldest are dropped', async () => {
  for (let key = 0; key <= 100; key += 1) await share(`${key}`, async () => 'first')
  expect(await share('1', async () => 'again')).toBe('first')
  expect(await share('0', async () => 'again')).toBe('again')
})

test('without a version nothing is shared', async () => {
  await share('a', async () => 'one')
  version = Promise.reject(new Error('no database'))
  expect(await share('a', async () => 'two')).toBe('two')

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    version = new Promise(() => {})
    const waiting = share('a', async () => 'three')
    await vi.advanceTimersByTimeAsync(MAX_READ_MS)
    expect(await waiting).toBe('three')
  } finally {
    vi.useRealTimers()
  }
})
