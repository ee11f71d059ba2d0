import { createHash } from 'node:crypto'
import { type FileHandle, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newId } from '#platform/ids.server.ts'
import type { FileRange, ObjectParts } from '#platform/object-parts.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { expectInside } from '#platform/storage-keys.ts'

interface StoredBytes {
  bytes: Buffer
  version: string
  changedAt: Date
}

/**
 * Object storage in memory, without folders and local paths, as a hosted one has none. `putFile` and `putFolder` leave
 * their source, as an upload does.
 */
export function createMemoryStorage(): ObjectStorage & { parts: ObjectParts; keys(): string[] } {
  const objects = new Map<string, StoredBytes>()
  let writes = 0

  function put(key: string, bytes: Buffer): void {
    writes += 1
    objects.set(key, { bytes, version: String(writes), changedAt: new Date() })
  }

  function find(key: string): StoredBytes {
    expectInside(key)
    const found = objects.get(key)
    if (!found) throw new ObjectMissing(key)
    return found
  }

  const keysBelow = (folder: string) => [...objects.keys()].filter((key) => key.startsWith(`${folder}/`))
  const keysOf = (key: string) => [...(objects.has(key) ? [key] : []), ...keysBelow(key)]

  return {
    keys: () => [...objects.keys()].sort(),
    async putFile(key, path) {
      expectInside(key)
      put(key, await readFile(path))
    },
    async putFolder(folder, path) {
      expectInside(folder)
      const names = await readdir(path)
      const files = await Promise.all(names.map((name) => readFile(join(path, name))))
      for (const [index, name] of names.entries()) put(`${folder}/${name}`, files[index]!)
    },
    async putText(key, text) {
      expectInside(key)
      put(key, Buffer.from(text))
    },
    async createText(key, text) {
      expectInside(key)
      if (objects.has(key)) return false
      put(key, Buffer.from(text))
      return true
    },
    fetchToFile: async (key, path) => await writeFile(path, find(key).bytes, { flag: 'wx' }),
    async read(key, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
      return Readable.from([find(key).bytes.subarray(start, end + 1)])
    },
    async open(key) {
      expectInside(key)
      const found = objects.get(key)
      if (!found) return null
      const { bytes, version } = found
      return {
        sizeBytes: bytes.length,
        version,
        readInto: async (buffer, length, position) => bytes.copy(buffer, 0, position, position + length),
        close: async () => {},
      }
    },
    async stat(key) {
      expectInside(key)
      const found = objects.get(key)
      return found ? { sizeBytes: found.bytes.length, version: found.version } : null
    },
    async children(folder) {
      expectInside(folder)
      return [...new Set(keysBelow(folder).map((key) => key.slice(folder.length + 1).replace(/\/.*/, '')))]
    },
    async remove(key) {
      expectInside(key)
      objects.delete(key)
    },
    async removeFolder(folder) {
      expectInside(folder)
      for (const key of keysOf(folder)) objects.delete(key)
    },
    async changedAt(key) {
      expectInside(key)
      const times = keysOf(key).map((each) => objects.get(each)!.changedAt.getTime())
      return times.length === 0 ? null : new Date(Math.max(...times))
    },
    async discard(key, day) {
      expectInside(key)
      if (keysOf(key).length === 0) return null
      const target = `trash/${day.toISOString().slice(0, 10)}/${key}`
      for (const earlier of keysOf(target)) objects.delete(earlier)
      for (const each of keysOf(key)) {
        objects.set(target + each.slice(key.length), objects.get(each)!)
        objects.delete(each)
      }
      return target
    },
    async emptyTrash(before) {
      const first = `trash/${before.toISOString().slice(0, 10)}`
      for (const key of keysBelow('trash')) if (key < first) objects.delete(key)
    },
    async cleanUp() {},
    async check() {},
    parts: createMemoryParts(put),
  }
}

const MEMORY_PART_BYTES = 1024 * 1024

/** @param store stores a complete object */
function createMemoryParts(store: (key: string, bytes: Buffer) => void): ObjectParts {
  const begun = new Map<string, Map<number, Buffer>>()
  const completed = new Set<string>()
  return {
    partBytes: MEMORY_PART_BYTES,
    async begin(key) {
      expectInside(key)
      const id = newId()
      begun.set(id, new Map())
      return id
    },
    async put({ key, uploadId }, number, file, range) {
      const bytes = await readRange(file, range)
      const parts = begun.get(uploadId)
      if (!parts) throw new ObjectMissing(key)
      parts.set(number, bytes)
      return { tag: hashOf(bytes).toString('hex'), sha256: hashOf(bytes) }
    },
    async complete({ key, uploadId }, numbered) {
      if (completed.has(uploadId)) return
      const parts = begun.get(uploadId)
      if (!parts) throw new ObjectMissing(key)
      store(key, Buffer.concat(numbered.map(({ number }) => parts.get(number) ?? Buffer.alloc(0))))
      begun.delete(uploadId)
      completed.add(uploadId)
    },
    async abort({ uploadId }) {
      begun.delete(uploadId)
    },
    async putAlone(key, file, range) {
      expectInside(key)
      const bytes = await readRange(file, range)
      store(key, bytes)
      return hashOf(bytes)
    },
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

async function readRange(file: FileHandle, { start, end }: FileRange): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start)
  return buffer.subarray(0, bytesRead)
}
