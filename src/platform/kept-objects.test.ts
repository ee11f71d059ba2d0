import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStorage, type DiskStorage } from './disk-storage.server.ts'
import { createKeptObjects, type KeptObject, type KeptObjects } from './kept-objects.server.ts'
import type { ObjectStorage } from './storage.server.ts'

const limits = { descriptors: 3, memoryBytes: 10_000, smallBytes: 100, hotBytes: 3000, hotAfter: 3 }

let dir: string
let disk: DiskStorage
let time: number
let kept: KeptObjects
/** How often the storage was asked, and what of it is open. */
let asked: { open: number; stat: number; isOpen: number }

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-kept-'))
  disk = createDiskStorage(dir)
  time = 0
  asked = { open: 0, stat: 0, isOpen: 0 }
  kept = createKeptObjects(counted(disk), limits, () => time)
})

afterEach(async () => {
  kept.close()
  await rm(dir, { recursive: true, force: true })
})

function counted(storage: ObjectStorage): Pick<ObjectStorage, 'open' | 'stat'> {
  return {
    async open(key) {
      asked.open += 1
      const object = await storage.open(key)
      if (!object) return null
      asked.isOpen += 1
      const close = () => {
        asked.isOpen -= 1
        return object.close()
      }
      return { ...object, close }
    },
    stat(key) {
      asked.stat += 1
      return storage.stat(key)
    },
  }
}

async function textOf(object: KeptObject): Promise<string> {
  if (object.bytes) return object.bytes.toString()
  const buffer = Buffer.alloc(object.sizeBytes)
  const length = await object.readInto(buffer, buffer.length, 0)
  return buffer.subarray(0, length).toString()
}

/** Borrows, reads all and gives back. */
async function read(key: string): Promise<{ text: string; wasInMemory: boolean } | null> {
  const object = await kept.borrow(key)
  if (!object) return null
  const found = { text: await textOf(object), wasInMemory: object.bytes !== null }
  kept.giveBack(object)
  return found
}

const large = (letter: string) => letter.repeat(2000)

describe('what was asked for', () => {
  test('is opened once, however many ask for it at once', async () => {
    await disk.putText('media/a', large('a'))
    const objects = await Promise.all(Array.from({ length: 20 }, () => kept.borrow('media/a')))
    for (const object of objects) expect(await textOf(object!)).toBe(large('a'))
    for (const object of objects) kept.giveBack(object!)
    expect(asked).toMatchObject({ open: 1, stat: 0 })
  })

  test('lies in memory at once when it is small, later when it is asked for again and again, never when it is huge', async () => {
    await disk.putText('media/small', 'small')
    await disk.putText('media/large', large('l'))
    await disk.putText('media/huge', 'h'.repeat(4000))
    expect((await read('media/small'))?.wasInMemory).toBe(true)
    const three = [await read('media/large'), await read('media/large'), await read('media/large')]
    expect(three.map((each) => each?.wasInMemory)).toEqual([false, false, true])
    for (let n = 0; n < 10; n += 1) expect((await read('media/huge'))?.wasInMemory).toBe(false)
    // What lies in memory needs no descriptor.
    expect([kept.held().descriptors, asked.isOpen]).toEqual([1, 1])
  })

  test('is not there when it is not, or is a folder, and is found once it comes', async () => {
    expect(await read('media/a')).toBeNull()
    await disk.putText('media/a', 'now')
    expect((await read('media/a'))?.text).toBe('now')
    expect(await read('media')).toBeNull()
    expect(asked.isOpen).toBe(0)
  })

  test('has a tag of its name and size', async () => {
    for (const name of ['a', 'b']) await disk.putText(`media/${name}`, 'same')
    const [one, again, other] = [
      await kept.borrow('media/a'),
      await kept.borrow('media/a'),
      await kept.borrow('media/b'),
    ]
    expect(one?.tag).toMatch(/^"[\w-]{22}"$/)
    expect([again?.tag, other?.tag === one?.tag]).toEqual([one?.tag, false])
    for (const object of [one, again, other]) kept.giveBack(object!)
  })
})

describe('bounds', () => {
  test('hold for open descriptors: the least lately asked for is closed first', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await disk.putText(`media/${name}`, large(name))
    for (const name of ['a', 'b', 'c', 'a', 'd']) await read(`media/${name}`)
    expect([kept.held().descriptors, asked.isOpen, asked.open]).toEqual([3, 3, 4])
    await read('media/a')
    expect(asked.open).toBe(4)
    await read('media/b')
    expect(asked.open).toBe(5)
  })

  test('close nothing that is being read, and close it afterwards', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await disk.putText(`media/${name}`, large(name))
    const borrowed = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => kept.borrow(`media/${name}`)))
    expect([kept.held().descriptors, asked.isOpen]).toEqual([3, 5])
    expect((await Promise.all(borrowed.map((object) => textOf(object!)))).map((text) => text[0])).toEqual([...'abcde'])
    for (const object of borrowed) kept.giveBack(object!)
    expect(asked.isOpen).toBe(3)
  })

  test('hold for memory, of many small ones too', async () => {
    for (let n = 0; n < 20; n += 1) {
      await disk.putText(`media/${n}`, 'x')
      await read(`media/${n}`)
      expect(kept.held().memoryBytes).toBeLessThanOrEqual(limits.memoryBytes)
    }
    expect(kept.held().memoryBytes).toBeGreaterThan(limits.memoryBytes / 2)
  })
})

test('what is still being sent counts, and nothing more is taken into memory until it is given back', async () => {
  const names = Array.from({ length: 5 }, (_, n) => `media/${n}`)
  for (const key of names) await disk.putText(key, 'x'.repeat(2900))
  const readers: KeptObject[] = []
  for (const key of names) {
    for (let n = 0; n < 3; n += 1) readers.push((await kept.borrow(key))!)
    expect(kept.held().memoryBytes).toBeLessThanOrEqual(limits.memoryBytes)
  }
  expect(names.filter((_, n) => readers[n * 3]!.bytes === null)).toHaveLength(3)
  kept.forget('media')
  expect(kept.held().memoryBytes).toBeGreaterThan(0)
  expect(readers).toHaveLength(15)
  for (const reader of readers) {
    expect(await textOf(reader)).toBe('x'.repeat(2900))
    kept.giveBack(reader)
  }
  expect([kept.held().memoryBytes, asked.isOpen]).toEqual([0, 0])
})

describe('what is removed or replaced', () => {
  test.each(['small', large('o')])(
    'shows within a second, and readers keep the bytes they began with (%#)',
    async (old) => {
      await disk.putText('media/v/a', old)
      const reader = await kept.borrow('media/v/a')
      await disk.putText('media/v/a', 'new')
      time += 1000
      expect((await read('media/v/a'))?.text).toBe('new')
      await disk.remove('media/v/a')
      time += 1000
      expect(await read('media/v/a')).toBeNull()
      expect(await textOf(reader!)).toBe(old)
      kept.giveBack(reader!)
      expect([kept.held(), asked.isOpen]).toEqual([{ descriptors: 0, memoryBytes: 0 }, 0])
    },
  )

  test('is looked at once a second, not at each request', async () => {
    await disk.putText('media/a', large('a'))
    for (let n = 0; n < 100; n += 1) await read('media/a')
    time += 1000
    for (let n = 0; n < 100; n += 1) await read('media/a')
    expect([asked.open, asked.stat]).toEqual([1, 1])
  })

  test('goes at once with its folder, and nothing else does', async () => {
    for (const key of ['media/v/a', 'media/v/b', 'media/vv/a']) await disk.putText(key, large('x'))
    await disk.putText('media/v/c', 'small')
    for (const key of ['media/v/a', 'media/v/b', 'media/v/c', 'media/vv/a']) await read(key)
    kept.forget('media/v')
    expect(kept.held()).toEqual({ descriptors: 1, memoryBytes: 0 })
    await disk.removeFolder('media/v')
    expect(await read('media/v/a')).toBeNull()
  })

  test('gives its reader an error when it lost bytes in place, and is looked at anew after', async () => {
    const shrinking: Pick<ObjectStorage, 'open' | 'stat'> = {
      ...counted(disk),
      open: async (key) => {
        const object = await disk.open(key)
        return object && { ...object, sizeBytes: object.sizeBytes + 10 }
      },
    }
    kept.close()
    kept = createKeptObjects(shrinking, limits, () => time)
    await disk.putText('media/a', 'short')
    await expect(kept.borrow('media/a')).rejects.toThrow('ended before its end')
    expect(kept.held()).toEqual({ descriptors: 0, memoryBytes: 0 })
  })
})

test('closing lets go of everything that nobody reads', async () => {
  for (const name of ['a', 'b']) await disk.putText(`media/${name}`, large(name))
  const reader = await kept.borrow('media/a')
  await read('media/b')
  kept.close()
  expect(asked.isOpen).toBe(1)
  expect(await textOf(reader!)).toBe(large('a'))
  kept.giveBack(reader!)
  expect(asked.isOpen).toBe(0)
})

test('a storm of readers under changing bounds reads whole objects only and leaves nothing open', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `media/${n}`)
  for (const [n, key] of names.entries()) await disk.putText(key, String.fromCharCode(97 + n).repeat(n % 2 ? 50 : 2500))
  await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const key = names[(n * 7) % names.length]!
      const object = await kept.borrow(key)
      if (n % 10 === 0) time += 500
      if (n % 37 === 0) kept.forget('media')
      const text = await textOf(object!)
      expect(text).toBe(text[0]!.repeat(object!.sizeBytes))
      expect(text[0]).toBe(String.fromCharCode(97 + names.indexOf(key)))
      kept.giveBack(object!)
    }),
  )
  kept.close()
  expect(asked.isOpen).toBe(0)
})
