import { createHash } from 'node:crypto'
import type { ObjectStorage, OpenObject } from './storage.server.ts'

/** A cached object, ready to be sent. */
export interface CachedObject {
  readonly sizeBytes: number
  /** ETag of these bytes, the same on every node as long as a key is written once. */
  readonly tag: string
  /** The complete object if it is in memory, never to be written to; null when it is read in chunks. */
  readonly bytes: Buffer | null
  /** As `OpenObject.readInto`. */
  readInto(buffer: Buffer, length: number, position: number): Promise<number>
}

/** A bounded cache of open descriptors and of objects in memory. */
export interface ObjectCache {
  /** Acquires an object; null when there is none. Call `release` exactly once, after reading. */
  acquire(key: string): Promise<CachedObject | null>
  release(object: CachedObject): void
  /** Evicts everything below a folder; acquired objects stay readable until they are released. */
  evictFolder(folder: string): void
  /** The current size of the cache. */
  usage(): { descriptors: number; memoryBytes: number }
  close(): void
}

export interface ObjectCacheLimits {
  /** Open objects in the cache, with and without readers. */
  descriptors: number
  memoryBytes: number
  /** Up to this size an object is cached in memory from its first reader on. */
  smallBytes: number
  /** Up to this size from its `hotAfter`th reader on. */
  hotBytes: number
  hotAfter: number
}

const defaultLimits: ObjectCacheLimits = {
  descriptors: 400,
  memoryBytes: 64 * 1024 * 1024,
  smallBytes: 256 * 1024,
  hotBytes: 8 * 1024 * 1024,
  hotAfter: 3,
}

/** Removals and replacements by other processes are noticed within this time. */
const FRESH_MS = 900
/** Objects not requested for this long are evicted: an open descriptor keeps a removed file on the disk. */
const IDLE_MS = 30_000
/** Cost of an entry besides its bytes, so that very many very small ones are bounded too. */
const ENTRY_BYTES = 1024

class CacheEntry implements CachedObject {
  readonly key: string
  readonly object: OpenObject
  readonly tag: string
  bytes: Buffer | null = null
  loading: Promise<void> | null = null
  readers = 0
  useCount = 0
  lastUsedAt = 0
  freshUntil = 0
  isEvicted = false
  isClosed = false

  constructor(key: string, object: OpenObject) {
    this.key = key
    this.object = object
    this.tag = `"${createHash('sha256').update(`${key} ${object.sizeBytes}`).digest('base64url').slice(0, 22)}"`
  }

  get sizeBytes(): number {
    return this.object.sizeBytes
  }

  readInto(buffer: Buffer, length: number, position: number): Promise<number> {
    return this.object.readInto(buffer, length, position)
  }
}

/**
 * Caches open descriptors, and small or hot objects in memory; evicts the least recently used.
 * @param now milliseconds of a monotonic clock
 */
export function createObjectCache(
  storage: Pick<ObjectStorage, 'open' | 'stat'>,
  limits: ObjectCacheLimits = defaultLimits,
  now: () => number = () => performance.now(),
): ObjectCache {
  // A Map iterates in insertion order: the first entry is the least recently used.
  const opened = new Map<string, CacheEntry>()
  const inMemory = new Map<string, CacheEntry>()
  const lookups = new Map<string, Promise<CacheEntry | null>>()
  let memoryBytes = 0
  const idleTimer = setInterval(evictIdle, IDLE_MS)
  idleTimer.unref()

  const find = (key: string) => inMemory.get(key) ?? opened.get(key)

  async function lookUp(key: string): Promise<CacheEntry | null> {
    const freshUntil = now() + FRESH_MS
    const known = find(key)
    if (known) {
      const found = await storage.stat(key)
      if (found?.version === known.object.version) {
        known.freshUntil = freshUntil
        return known
      }
      evict(known)
      if (!found) return null
    }
    const object = await storage.open(key)
    if (!object) return null
    const entry = new CacheEntry(key, object)
    entry.freshUntil = freshUntil
    opened.set(key, entry)
    return entry
  }

  /** Concurrent requests for a key share one lookup in the storage. */
  function lookUpOnce(key: string): Promise<CacheEntry | null> {
    const running = lookups.get(key)
    if (running) return running
    const lookup = lookUp(key).finally(() => lookups.delete(key))
    lookups.set(key, lookup)
    return lookup
  }

  async function retain(key: string): Promise<CacheEntry | null> {
    for (;;) {
      const known = find(key)
      const entry = known && known.freshUntil > now() ? known : await lookUpOnce(key)
      if (!entry) return null
      // Evicted since it was found: the key may have another object now.
      if (entry.isEvicted) continue
      entry.readers += 1
      return entry
    }
  }

  function belongsInMemory({ sizeBytes, useCount }: CacheEntry): boolean {
    return sizeBytes <= limits.smallBytes || (sizeBytes <= limits.hotBytes && useCount >= limits.hotAfter)
  }

  /** Evicts objects without readers until this one fits; false if it does not. Evicting one being sent frees nothing. */
  function freeMemoryFor({ sizeBytes }: CacheEntry): boolean {
    const maxBytes = limits.memoryBytes - sizeBytes - ENTRY_BYTES
    for (const entry of inMemory.values()) {
      if (memoryBytes <= maxBytes) break
      if (entry.readers === 0) evict(entry)
    }
    return memoryBytes <= maxBytes
  }

  async function load(entry: CacheEntry): Promise<void> {
    memoryBytes += entry.sizeBytes + ENTRY_BYTES
    try {
      const bytes = await readAll(entry)
      if (!entry.isEvicted) {
        entry.bytes = bytes
        opened.delete(entry.key)
        inMemory.set(entry.key, entry)
      }
    } finally {
      if (!entry.bytes) memoryBytes -= entry.sizeBytes + ENTRY_BYTES
    }
  }

  async function readAll(entry: CacheEntry): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(entry.sizeBytes)
    for (let at = 0; at < bytes.length; ) {
      const length = await entry.readInto(bytes.subarray(at), bytes.length - at, at)
      if (length === 0) throw new Error('The object is shorter than its size.')
      at += length
    }
    return bytes
  }

  function evictExcess(): void {
    for (const entry of opened.values()) {
      if (opened.size <= limits.descriptors) break
      evict(entry)
    }
  }

  function evict(entry: CacheEntry): void {
    if (entry.isEvicted) return
    entry.isEvicted = true
    opened.delete(entry.key)
    inMemory.delete(entry.key)
    freeUnused(entry)
  }

  /**
   * Frees everything that no reader needs. A descriptor is needed by its readers, and by the next one unless the bytes
   * are in memory.
   */
  function freeUnused(entry: CacheEntry): void {
    if (entry.readers > 0) return
    if (entry.isEvicted && entry.bytes) {
      entry.bytes = null
      memoryBytes -= entry.sizeBytes + ENTRY_BYTES
    } else if (!entry.isEvicted && !entry.bytes) return
    if (entry.isClosed) return
    entry.isClosed = true
    // Only read from: nothing is lost when closing fails.
    entry.object.close().catch(() => {})
  }

  function evictIdle(): void {
    const limit = now() - IDLE_MS
    for (const entry of [...opened.values(), ...inMemory.values()]) if (entry.lastUsedAt < limit) evict(entry)
  }

  function release(entry: CacheEntry): void {
    entry.readers -= 1
    freeUnused(entry)
  }

  return {
    async acquire(key) {
      const entry = await retain(key)
      if (!entry) return null
      entry.useCount += 1
      entry.lastUsedAt = now()
      if (!entry.bytes && belongsInMemory(entry) && (entry.loading || freeMemoryFor(entry))) {
        try {
          entry.loading ??= load(entry)
          await entry.loading
        } catch (error) {
          evict(entry)
          release(entry)
          throw error
        }
      }
      const list = entry.bytes ? inMemory : opened
      if (!entry.isEvicted) {
        list.delete(key)
        list.set(key, entry)
      }
      evictExcess()
      return entry
    },
    release: (object) => release(object as CacheEntry),
    evictFolder(folder) {
      for (const entry of [...opened.values(), ...inMemory.values()])
        if (entry.key.startsWith(`${folder}/`)) evict(entry)
    },
    usage: () => ({ descriptors: opened.size, memoryBytes }),
    close() {
      clearInterval(idleTimer)
      for (const entry of [...opened.values(), ...inMemory.values()]) evict(entry)
    },
  }
}
