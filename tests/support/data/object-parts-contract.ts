import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import type { BegunObject, ObjectParts } from '#platform/object-parts.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'

/** Behaviour of every storage that makes objects of parts which arrive one by one. @param open returns an empty one */
export function describeObjectParts(name: string, open: () => ObjectStorage & { parts: ObjectParts }): void {
  describe(`${name}, as every storage of parts`, () => {
    const key = 'originals/a'
    let dir: string
    let storage: ObjectStorage & { parts: ObjectParts }
    let bytes: Buffer
    let file: FileHandle

    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'hoshi-object-parts-'))
      storage = open()
      bytes = randomBytes(storage.parts.partBytes + 1000)
      await writeFile(join(dir, 'bytes'), bytes)
      file = await openFile(join(dir, 'bytes'))
    })
    afterEach(async () => {
      await file.close()
      await rm(dir, { recursive: true, force: true })
    })

    const hash = (of: Buffer) => createHash('sha256').update(of).digest()
    const stored = async (of: string) => await buffer(await storage.read(of))

    async function begin(): Promise<BegunObject> {
      const writeId = newId()
      return { key, writeId, uploadId: await storage.parts.begin(key, writeId) }
    }

    /** Stores the bytes in two parts. */
    async function putAll(begun: BegunObject) {
      const { partBytes } = storage.parts
      const first = await storage.parts.put(begun, 1, file, { start: 0, end: partBytes - 1 })
      const last = await storage.parts.put(begun, 2, file, { start: partBytes, end: bytes.length - 1 })
      expect([first.sha256, last.sha256]).toEqual([hash(bytes.subarray(0, partBytes)), hash(bytes.subarray(partBytes))])
      return [
        { number: 1, tag: first.tag },
        { number: 2, tag: last.tag },
      ]
    }

    test('makes an object of its parts, of which nothing is seen before', async () => {
      const begun = await begin()
      const parts = await putAll(begun)
      expect([await storage.stat(key), await storage.children('originals')]).toEqual([null, []])
      await storage.parts.complete(begun, parts, bytes.length)
      expect((await stored(key)).equals(bytes)).toBe(true)
      // By a caller that has not learnt of it.
      await storage.parts.complete(begun, parts, bytes.length)
      expect((await stored(key)).equals(bytes)).toBe(true)
    })

    test('has the last of several parts with one number', async () => {
      const begun = await begin()
      await storage.parts.put(begun, 1, file, { start: 500, end: 600 })
      await storage.parts.complete(begun, await putAll(begun), bytes.length)
      expect((await stored(key)).equals(bytes)).toBe(true)
    })

    test('takes no more parts of an object that was aborted', async () => {
      const begun = await begin()
      const parts = await putAll(begun)
      await storage.parts.abort(begun)
      await storage.parts.abort(begun)
      await expect(putAll(begun)).rejects.toBeInstanceOf(ObjectMissing)
      await expect(storage.parts.complete(begun, parts, bytes.length)).rejects.toBeInstanceOf(ObjectMissing)
      expect(await storage.stat(key)).toBeNull()
    })

    test('stores bytes of a file as an object of their own', async () => {
      const some = bytes.subarray(10, 500)
      expect(await storage.parts.putAlone('tails/a/b', file, { start: 10, end: 499 })).toEqual(hash(some))
      expect((await stored('tails/a/b')).equals(some)).toBe(true)
    })
  })
}
