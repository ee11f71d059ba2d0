import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStorage, type DiskStorage } from './disk-storage.server.ts'
import { type CachedObject, createObjectCache, type ObjectCache } from './object-cache.server.ts'
import type { ObjectStorage } from './storage.server.ts'

const limits = { descriptors: 3, memoryBytes: 10_000, smallBytes: 100, hotBytes: 3000, hotAfter: 3 }

let dir: string
let disk: DiskStorage
let time: number
let cache: ObjectCache
/** Counts of calls to the storage, and of its open objects. */
let calls: { open: number; stat: number; isOpen: number }

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-object-cache-'))
  disk = createDiskStorage(dir)
  time = 0
  calls = { open: 0, stat: 0, isOpen: 0 }
  cache = createObjectCache(counting(disk), limits, () => time)
})

afterEach(async () => {
  cache.close()
  await rm(dir, { recursive: true, force: true })
})

function counting(storage: ObjectStorage): Pick<ObjectStorage, 'open' | 'stat'> {
  return {
    async open(key) {
      calls.open += 1
      const object = await storage.open(key)
      if (!object) return null
      calls.isOpen += 1
      const close = () => {
        calls.isOpen -= 1
        return object.close()
      }
      return { ...object, close }
    },
    stat(key) {
      calls.stat += 1
      return storage.stat(key)
    },
  }
}

async function textOf(object: CachedObject): Promise<string> {
  if (object.bytes) return object.bytes.toString()
  const buffer = Buffer.alloc(object.sizeBytes)
  const length = await object.readInto(buffer, buffer.length, 0)
  return buffer.subarray(0, length).toString()
}

/** Acquires an object, reads all of it and releases it. */
async function read(key: string): Promise<{ text: string; wasInMemory: boolean } | null> {
  const object = await cache.acquire(key)
  if (!object) return null
  const found = { text: await textOf(object), wasInMemory: object.bytes !== null }
  cache.release(object)
  return found
}

const large = (letter: string) => letter.repeat(2000)

describe('a requested object', () => {
  test('is opened once for concurrent readers', async () => {
    await disk.putText('media/a', large('a'))
    const objects = await Promise.all(Array.from({ length: 20 }, () => cache.acquire('media/a')))
    for (const object of objects) expect(await textOf(object!)).toBe(large('a'))
    for (const object of objects) cache.release(object!)
    expect(calls).toMatchObject({ open: 1, stat: 0 })
  })

  test('is cached in memory immediately when small, after several requests when larger, never when huge', async () => {
    await disk.putText('media/small', 'small')
    await disk.putText('media/large', large('l'))
    await disk.putText('media/huge', 'h'.repeat(4000))
    expect((await read('media/small'))?.wasInMemory).toBe(true)
    const three = [await read('media/large'), await read('media/large'), await read('media/large')]
    expect(three.map((each) => each?.wasInMemory)).toEqual([false, false, true])
    for (let n = 0; n < 10; n += 1) expect((await read('media/huge'))?.wasInMemory).toBe(false)
    // Objects in memory need no descriptor.
    expect([cache.usage().descriptors, calls.isOpen]).toEqual([1, 1])
  })

  test('is counted as known from its second request on', async () => {
    await disk.putText('media/small', 'small')
    for (const name of ['small', 'small', 'missing', 'small']) await read(`media/${name}`)
    expect(cache.requests()).toEqual({ hits: 2, misses: 2 })
  })

  test('is null while it is missing or a folder, and is found once it is stored', async () => {
    expect(await read('media/a')).toBeNull()
    await disk.putText('media/a', 'now')
    expect((await read('media/a'))?.text).toBe('now')
    expect(await read('media')).toBeNull()
    expect(calls.isOpen).toBe(0)
  })

  test('has a tag made of its name and size', async () => {
    for (const name of ['a', 'b']) await disk.putText(`media/${name}`, 'same')
    const [one, again, other] = [
      await cache.acquire('media/a'),
      await cache.acquire('media/a'),
      await cache.acquire('media/b'),
    ]
    expect(one?.tag).toMatch(/^"[\w-]{22}"$/)
    expect([again?.tag, other?.tag === one?.tag]).toEqual([one?.tag, false])
    for (const object of [one, again, other]) cache.release(object!)
  })
})

describe('limits', () => {
  test('apply to open descriptors: the least recently used is closed first', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await disk.putText(`media/${name}`, large(name))
    for (const name of ['a', 'b', 'c', 'a', 'd']) await read(`media/${name}`)
    expect([cache.usage().descriptors, calls.isOpen, calls.open]).toEqual([3, 3, 4])
    await read('media/a')
    expect(calls.open).toBe(4)
    await read('media/b')
    expect(calls.open).toBe(5)
  })

  test('close an object only after it has been read', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await disk.putText(`media/${name}`, large(name))
    const acquired = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => cache.acquire(`media/${name}`)))
    expect([cache.usage().descriptors, calls.isOpen]).toEqual([3, 5])
    expect((await Promise.all(acquired.map((object) => textOf(object!)))).map((text) => text[0])).toEqual([...'abcde'])
    for (const object of acquired) cache.release(object!)
    expect(calls.isOpen).toBe(3)
  })

  test('apply to memory, also of many small objects', async () => {
    for (let n = 0; n < 20; n += 1) {
      await disk.putText(`media/${n}`, 'x')
      await read(`media/${n}`)
      expect(cache.usage().memoryBytes).toBeLessThanOrEqual(limits.memoryBytes)
    }
    expect(cache.usage().memoryBytes).toBeGreaterThan(limits.memoryBytes / 2)
  })
})

test('objects being sent count, and nothing more is loaded into memory until they are released', async () => {
  const names = Array.from({ length: 5 }, (_, n) => `media/${n}`)
  for (const key of names) await disk.putText(key, 'x'.repeat(2900))
  const readers: CachedObject[] = []
  for (const key of names) {
    for (let n = 0; n < 3; n += 1) readers.push((await cache.acquire(key))!)
    expect(cache.usage().memoryBytes).toBeLessThanOrEqual(limits.memoryBytes)
  }
  expect(names.filter((_, n) => readers[n * 3]!.bytes === null)).toHaveLength(3)
  cache.evictFolder('media')
  expect(cache.usage().memoryBytes).toBeGreaterThan(0)
  expect(readers).toHaveLength(15)
  for (const reader of readers) {
    expect(await textOf(reader)).toBe('x'.repeat(2900))
    cache.release(reader)
  }
  expect([cache.usage().memoryBytes, calls.isOpen]).toEqual([0, 0])
})

describe('a removed or replaced object', () => {
  test.each(['small', large('o')])(
    'is noticed within a second, and readers keep the bytes they began with (%#)',
    async (old) => {
      await disk.putText('media/v/a', old)
      const reader = await cache.acquire('media/v/a')
      await disk.putText('media/v/a', 'new')
      time += 1000
      expect((await read('media/v/a'))?.text).toBe('new')
      await disk.remove('media/v/a')
      time += 1000
      expect(await read('media/v/a')).toBeNull()
      expect(await textOf(reader!)).toBe(old)
      cache.release(reader!)
      expect([cache.usage(), calls.isOpen]).toEqual([{ descriptors: 0, memoryBytes: 0 }, 0])
    },
  )

  test('is checked for once a second, not at each request', async () => {
    await disk.putText('media/a', large('a'))
    for (let n = 0; n < 100; n += 1) await read('media/a')
    time += 1000
    for (let n = 0; n < 100; n += 1) await read('media/a')
    expect([calls.open, calls.stat]).toEqual([1, 1])
  })

  test('is evicted immediately with its folder, and nothing else is', async () => {
    for (const key of ['media/v/a', 'media/v/b', 'media/vv/a']) await disk.putText(key, large('x'))
    await disk.putText('media/v/c', 'small')
    for (const key of ['media/v/a', 'media/v/b', 'media/v/c', 'media/vv/a']) await read(key)
    cache.evictFolder('media/v')
    expect(cache.usage()).toEqual({ descriptors: 1, memoryBytes: 0 })
    await disk.removeFolder('media/v')
    expect(await read('media/v/a')).toBeNull()
  })

  test('fails its reader when it has been truncated in place, and is evicted', async () => {
    const shrinking: Pick<ObjectStorage, 'open' | 'stat'> = {
      ...counting(disk),
      open: async (key) => {
        const object = await disk.open(key)
        return object && { ...object, sizeBytes: object.sizeBytes + 10 }
      },
    }
    cache.close()
    cache = createObjectCache(shrinking, limits, () => time)
    await disk.putText('media/a', 'short')
    await expect(cache.acquire('media/a')).rejects.toThrow('shorter than its size')
    expect(cache.usage()).toEqual({ descriptors: 0, memoryBytes: 0 })
  })
})

test('closing releases everything without readers', async () => {
  for (const name of ['a', 'b']) await disk.putText(`media/${name}`, large(name))
  const reader = await cache.acquire('media/a')
  await read('media/b')
  cache.close()
  expect(calls.isOpen).toBe(1)
  expect(await textOf(reader!)).toBe(large('a'))
  cache.release(reader!)
  expect(calls.isOpen).toBe(0)
})

test('many readers among evictions read complete objects only and leave nothing open', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `media/${n}`)
  for (const [n, key] of names.entries()) await disk.putText(key, String.fromCharCode(97 + n).repeat(n % 2 ? 50 : 2500))
  await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const key = names[(n * 7) % names.length]!
      const object = await cache.acquire(key)
      if (n % 10 === 0) time += 500
      if (n % 37 === 0) cache.evictFolder('media')
      const text = await textOf(object!)
      expect(text).toBe(text[0]!.repeat(object!.sizeBytes))
      expect(text[0]).toBe(String.fromCharCode(97 + names.indexOf(key)))
      cache.release(object!)
    }),
  )
  cache.close()
  expect(calls.isOpen).toBe(0)
})
