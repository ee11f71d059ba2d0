import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'

/**
 * Behaviour of every object storage: rooms cannot distinguish them.
 * @param open returns an empty one
 * @param isCreationAtomic false for a store that cannot tell writers at the same moment apart
 */
export function describeObjectStorage(
  name: string,
  open: (dir: string) => ObjectStorage,
  isCreationAtomic = true,
): void {
  describe(`${name}, as every object storage`, () => {
    let dir: string
    let storage: ObjectStorage

    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'hoshi-object-storage-'))
      storage = open(join(dir, 'files'))
    })
    afterEach(() => rm(dir, { recursive: true, force: true }))

    async function createFile(content: string, name = 'made'): Promise<string> {
      const path = join(dir, name)
      await writeFile(path, content)
      return path
    }

    const readBack = async (key: string, range?: { start: number; end: number }) => text(await storage.read(key, range))

    test('stores an object from a file or a text, replaces it and removes it', async () => {
      await storage.putFile('originals/a', await createFile('first'))
      await storage.putFile('originals/a', await createFile('second'))
      expect(await readBack('originals/a')).toBe('second')
      expect(await storage.stat('originals/a')).toMatchObject({ sizeBytes: 6 })
      await storage.putText('originals/a', 'a third')
      expect(await readBack('originals/a')).toBe('a third')
      await storage.remove('originals/a')
      await storage.remove('originals/a')
      expect(await storage.stat('originals/a')).toBeNull()
    })

    test('creates an object where there is none', async () => {
      expect(await storage.createText('installation', 'first')).toBe(true)
      expect(await storage.createText('installation', 'second')).toBe(false)
      expect(await readBack('installation')).toBe('first')
      await storage.remove('installation')
      expect(await storage.createText('installation', 'third')).toBe(true)
    })

    test.runIf(isCreationAtomic)('lets one of several writers at the same time create it', async () => {
      const texts = Array.from({ length: 6 }, (_, n) => `number ${n}`)
      const created = await Promise.all(texts.map((each) => storage.createText('installation', each)))
      expect(created.filter(Boolean)).toEqual([true])
      expect(await readBack('installation')).toBe(texts[created.indexOf(true)])
    })

    test('stores a file of many megabytes, and none, byte by byte', async () => {
      const bytes = randomBytes(17 * 1024 * 1024 + 1)
      const path = join(dir, 'large')
      await writeFile(path, bytes)
      await storage.putFile('originals/large', path)
      expect((await storage.stat('originals/large'))?.sizeBytes).toBe(bytes.length)
      await storage.fetchToFile('originals/large', join(dir, 'fetched'))
      expect((await readFile(join(dir, 'fetched'))).equals(bytes)).toBe(true)
      const around = { start: 8 * 1024 * 1024 - 3, end: 8 * 1024 * 1024 + 3 }
      const read = await buffer(await storage.read('originals/large', around))
      expect(read.equals(bytes.subarray(around.start, around.end + 1))).toBe(true)
      const opened = (await storage.open('originals/large'))!
      const end = Buffer.alloc(100)
      expect(await opened.readInto(end, 100, bytes.length - 10)).toBe(10)
      expect(end.subarray(0, 10).equals(bytes.subarray(-10))).toBe(true)
      await opened.close()
      await storage.putFile('originals/empty', await createFile(''))
      expect(await readBack('originals/empty')).toBe('')
      const empty = (await storage.open('originals/empty'))!
      expect([empty.sizeBytes, await empty.readInto(end, 100, 0)]).toEqual([0, 0])
      await empty.close()
    })

    test('stores nothing when a write fails', async () => {
      await expect(storage.putFile('originals/a', join(dir, 'absent'))).rejects.toThrow('ENOENT')
      expect([await storage.stat('originals/a'), await storage.children('originals')]).toEqual([null, []])
    })

    test('has one complete object after concurrent writes', async () => {
      const bodies = Array.from({ length: 8 }, (_, n) => String(n).repeat(50_000))
      await Promise.all(bodies.map((body) => storage.putText('media/v/list', body)))
      expect(bodies).toContain(await readBack('media/v/list'))
    })

    test('lets a reader finish an object that is replaced or removed', async () => {
      const old = 'old '.repeat(200_000)
      await storage.putText('media/v/list', old)
      const reader = await storage.read('media/v/list')
      const opened = await storage.open('media/v/list')
      await storage.putText('media/v/list', 'new')
      await storage.remove('media/v/list')
      expect(await text(reader)).toBe(old)
      const buffer = Buffer.alloc(8)
      expect([await opened?.readInto(buffer, 8, 0), buffer.toString()]).toEqual([8, 'old old '])
      expect([opened?.sizeBytes, await opened?.readInto(buffer, 8, old.length)]).toEqual([old.length, 0])
      await opened?.close()
    })

    test('reads a single range, both ends included', async () => {
      await storage.putText('media/v/a', '0123456789')
      expect(await readBack('media/v/a', { start: 0, end: 0 })).toBe('0')
      expect(await readBack('media/v/a', { start: 3, end: 5 })).toBe('345')
      expect(await readBack('media/v/a', { start: 8, end: 9 })).toBe('89')
    })

    test('has another version of an object once its bytes change', async () => {
      await storage.putText('media/v/a', 'one')
      const first = await storage.stat('media/v/a')
      expect(await storage.stat('media/v/a')).toEqual(first)
      const opened = await storage.open('media/v/a')
      await opened?.close()
      expect(opened?.version).toBe(first?.version)
      await storage.putText('media/v/a', 'two')
      expect((await storage.stat('media/v/a'))?.version).not.toBe(first?.version)
    })

    test('reports absent objects as missing, also when a folder has their name', async () => {
      await storage.putText('media/v/a', 'x')
      for (const key of ['media/v/b', 'media/none/a', 'media/v/a/below']) {
        await expect(storage.read(key)).rejects.toBeInstanceOf(ObjectMissing)
        await expect(storage.fetchToFile(key, join(dir, 'out'))).rejects.toBeInstanceOf(ObjectMissing)
        expect([await storage.stat(key), await storage.open(key), await storage.changedAt(key)]).toEqual([
          null,
          null,
          null,
        ])
      }
      expect([await storage.stat('media/v'), await storage.open('media/v')]).toEqual([null, null])
    })

    test('fetches a file for a tool, which outlives the object', async () => {
      await storage.putText('originals/a', 'bytes')
      await storage.fetchToFile('originals/a', join(dir, 'source'))
      await storage.remove('originals/a')
      expect(await readFile(join(dir, 'source'), 'utf8')).toBe('bytes')
    })

    test('stores a folder with all its files, and lists names of files and folders', async () => {
      const source = join(dir, 'rendition')
      await mkdir(source)
      await writeFile(join(source, 'index.m3u8'), 'list')
      await writeFile(join(source, 'init.mp4'), 'head')
      await storage.putFolder('media/v/r1', source)
      await storage.putText('media/v/poster', 'poster')
      expect((await storage.children('media/v/r1')).sort()).toEqual(['index.m3u8', 'init.mp4'])
      expect((await storage.children('media/v')).sort()).toEqual(['poster', 'r1'])
      expect(await readBack('media/v/r1/init.mp4')).toBe('head')
    })

    test('removes a folder with everything in it, and a single object in the same way', async () => {
      for (const key of ['media/v/r1/a', 'media/v/r1/deep/b', 'media/v/poster', 'media/vv/a'])
        await storage.putText(key, 'x')
      await storage.removeFolder('media/v/r1')
      expect(await storage.children('media/v')).toEqual(['poster'])
      await storage.removeFolder('media/v/poster')
      await storage.removeFolder('media/v')
      await storage.removeFolder('media/v')
      expect([await storage.children('media/v'), await storage.children('media')]).toEqual([[], ['vv']])
    })

    test('moves objects and folders into the trash of a day, and empties it by day', async () => {
      for (const key of ['originals/a', 'media/a/r/one', 'media/a/two']) await storage.putText(key, 'x')
      expect(await storage.changedAt('originals/a')).toBeInstanceOf(Date)
      expect(await storage.changedAt('media/a')).toBeInstanceOf(Date)
      const [monday, tuesday] = [new Date('2026-03-02T23:00:00Z'), new Date('2026-03-03T01:00:00Z')]
      const where = await storage.discard('originals/a', monday)
      expect(where).toContain('2026-03-02')
      await storage.discard('media/a', tuesday)
      expect([...(await storage.children('originals')), ...(await storage.children('media'))]).toEqual([])
      expect(await storage.changedAt('media/a')).toBeNull()
      // In place of the first one.
      await storage.putText('originals/a', 'again')
      await storage.discard('originals/a', monday)
      // Nothing is there any more, and what was discarded before stays.
      expect(await storage.discard('originals/a', monday)).toBeNull()
      expect(await readBack('trash/2026-03-02/originals/a')).toBe('again')
      await storage.emptyTrash(tuesday)
      expect(await storage.children('trash')).toEqual(['2026-03-03'])
      expect(await readBack('trash/2026-03-03/media/a/r/one')).toBe('x')
      await storage.emptyTrash(new Date('2026-03-04T00:00:00Z'))
      expect(await storage.children('trash')).toEqual([])
    })

    test('refuses keys that lead out of it', async () => {
      const outside = await createFile('precious', 'outside')
      for (const key of ['../outside', 'media/../../outside', '/etc/passwd', '..', '.', '', '../files', 'a\0b']) {
        const refused = 'A storage key leads out of the storage.'
        await expect(storage.read(key), key).rejects.toThrow(refused)
        await expect(storage.stat(key), key).rejects.toThrow(refused)
        await expect(storage.putText(key, 'x'), key).rejects.toThrow(refused)
        await expect(storage.remove(key), key).rejects.toThrow(refused)
        await expect(storage.removeFolder(key), key).rejects.toThrow(refused)
        await expect(storage.children(key), key).rejects.toThrow(refused)
        await expect(storage.putFile(key, outside), key).rejects.toThrow(refused)
        await expect(storage.discard(key, new Date()), key).rejects.toThrow(refused)
      }
      expect(await readFile(outside, 'utf8')).toBe('precious')
    })

    test('can be checked, cleaned up and listed before anything is stored', async () => {
      await storage.check()
      await storage.cleanUp(0)
      await storage.emptyTrash(new Date())
      expect(await storage.children('media')).toEqual([])
    })
  })
}
