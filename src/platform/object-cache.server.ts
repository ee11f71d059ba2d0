import { createHash } from 'node:crypto'
import type { ByteRange, ObjectStorage, OpenObject } from './storage.server.ts'

/** A cached object, ready to be sent. */
export interface CachedObject {
  readonly sizeBytes: number
  /** ETag of these bytes, the same on every node as long as a key is written once. */
  readonly tag: string
  /** The complete object if it is in memory, never to be written to; null when it is read in chunks. */
  readonly bytes: Buffer | null
  /** Reads as `OpenObject.readInto` does. */
  readInto(buffer: Buffer, length: number, position: number): Promise<number>
}

/** An object that consists of several others. */
export interface JoinedObject extends Pick<CachedObject, 'sizeBytes' | 'tag'> {
  readonly bytes: null
  /** The parts of a range, each with the range inside it. A part stays readable until the next one is requested. */
  partsIn(range: ByteRange): AsyncIterable<{ object: CachedObject; range: ByteRange }>
}

/** A cache as those who send objects use it. */
export type ServingCache = Omit<ObjectCache, 'acquire' | 'release'> & {
  /** @see ObjectCache.acquire */
  acquire(key: string): Promise<CachedObject | JoinedObject | null>
  release(object: CachedObject | JoinedObject): void
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
  /** Acquired since the start: without asking the storage, and after asking it. */
  requests(): { hits: number; misses: number }
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

export const cacheLimits: ObjectCacheLimits = {
  descriptors: 400,
  memoryBytes: 64 * 1024 * 1024,
  smallBytes: 256 * 1024,
  hotBytes: 8 * 1024 * 1024,
  hotAfter: 3,
}

/** Each read of another machine's storage costs a request: a segment is read once, and then sent from memory. */
export const remoteCacheLimits: ObjectCacheLimits = {
  ...cacheLimits,
  // Each may hold a connection for a moment.
  descriptors: 100,
  memoryBytes: 128 * 1024 * 1024,
  smallBytes: cacheLimits.hotBytes,
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

/** The state of a cache. A Map iterates in insertion order: its first entry is the least recently used. */
interface CacheState {
  storage: Pick<ObjectStorage, 'open' | 'stat'>
  limits: ObjectCacheLimits
  now: () => number
  opened: Map<string, CacheEntry>
  inMemory: Map<string, CacheEntry>
  lookups: Map<string, Promise<CacheEntry | null>>
  memoryBytes: number
  hits: number
  misses: number
}

/**
 * Caches open descriptors, and small or hot objects in memory; evicts the least recently used.
 * @param now milliseconds of a monotonic clock
 */
export function createObjectCache(
  storage: Pick<ObjectStorage, 'open' | 'stat'>,
  limits: ObjectCacheLimits = cacheLimits,
  now: () => number = () => performance.now(),
): ObjectCache {
  const cache: CacheState = {
    storage,
    limits,
    now,
    opened: new Map(),
    inMemory: new Map(),
    lookups: new Map(),
    memoryBytes: 0,
    hits: 0,
    misses: 0,
  }
  const idleTimer = setInterval(() => evictIdle(cache), IDLE_MS).unref()
  return {
    acquire: (key) => acquire(cache, key),
    release: (object) => release(cache, object as CacheEntry),
    evictFolder: (folder) => evictWhere(cache, ({ key }) => key.startsWith(`${folder}/`)),
    requests: () => ({ hits: cache.hits, misses: cache.misses }),
    usage: () => ({ descriptors: cache.opened.size, memoryBytes: cache.memoryBytes }),
    close() {
      clearInterval(idleTimer)
      evictWhere(cache, () => true)
    },
  }
}

async function acquire(cache: CacheState, key: string): Promise<CacheEntry | null> {
  const entry = await retain(cache, key)
  if (!entry) return null
  entry.useCount += 1
  entry.lastUsedAt = cache.now()
  if (!entry.bytes && belongsInMemory(cache, entry) && (entry.loading || freeMemoryFor(cache, entry))) {
    try {
      entry.loading ??= load(cache, entry)
      await entry.loading
    } catch (error) {
      evict(cache, entry)
      release(cache, entry)
      throw error
    }
  }
  const list = entry.bytes ? cache.inMemory : cache.opened
  if (!entry.isEvicted) {
    list.delete(key)
    list.set(key, entry)
  }
  evictExcess(cache)
  return entry
}

function find(cache: CacheState, key: string): CacheEntry | undefined {
  return cache.inMemory.get(key) ?? cache.opened.get(key)
}

async function lookUp(cache: CacheState, key: string): Promise<CacheEntry | null> {
  const freshUntil = cache.now() + FRESH_MS
  const known = find(cache, key)
  if (known) {
    const found = await cache.storage.stat(key)
    if (found?.version === known.object.version) {
      known.freshUntil = freshUntil
      return known
    }
    evict(cache, known)
    if (!found) return null
  }
  const object = await cache.storage.open(key)
  if (!object) return null
  const entry = new CacheEntry(key, object)
  entry.freshUntil = freshUntil
  cache.opened.set(key, entry)
  return entry
}

/** Concurrent requests for a key share one lookup in the storage. */
function lookUpOnce(cache: CacheState, key: string): Promise<CacheEntry | null> {
  const running = cache.lookups.get(key)
  if (running) return running
  const lookup = lookUp(cache, key).finally(() => cache.lookups.delete(key))
  cache.lookups.set(key, lookup)
  return lookup
}

async function retain(cache: CacheState, key: string): Promise<CacheEntry | null> {
  for (;;) {
    const known = find(cache, key)
    const isFresh = known !== undefined && known.freshUntil > cache.now()
    if (isFresh) cache.hits += 1
    else cache.misses += 1
    const entry = isFresh ? known : await lookUpOnce(cache, key)
    if (!entry) return null
    // Evicted since it was found: the key may have another object now.
    if (entry.isEvicted) continue
    entry.readers += 1
    return entry
  }
}

function belongsInMemory({ limits }: CacheState, { sizeBytes, useCount }: CacheEntry): boolean {
  return sizeBytes <= limits.smallBytes || (sizeBytes <= limits.hotBytes && useCount >= limits.hotAfter)
}

/** Evicts objects without readers until this one fits; false if it does not. Evicting one being sent frees nothing. */
function freeMemoryFor(cache: CacheState, { sizeBytes }: CacheEntry): boolean {
  const maxBytes = cache.limits.memoryBytes - sizeBytes - ENTRY_BYTES
  for (const entry of cache.inMemory.values()) {
    if (cache.memoryBytes <= maxBytes) break
    if (entry.readers === 0) evict(cache, entry)
  }
  return cache.memoryBytes <= maxBytes
}

async function load(cache: CacheState, entry: CacheEntry): Promise<void> {
  cache.memoryBytes += entry.sizeBytes + ENTRY_BYTES
  try {
    const bytes = await readAll(entry)
    if (!entry.isEvicted) {
      entry.bytes = bytes
      cache.opened.delete(entry.key)
      cache.inMemory.set(entry.key, entry)
    }
  } finally {
    if (!entry.bytes) cache.memoryBytes -= entry.sizeBytes + ENTRY_BYTES
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

function evictExcess(cache: CacheState): void {
  for (const entry of cache.opened.values()) {
    if (cache.opened.size <= cache.limits.descriptors) break
    evict(cache, entry)
  }
}

function evict(cache: CacheState, entry: CacheEntry): void {
  if (entry.isEvicted) return
  entry.isEvicted = true
  cache.opened.delete(entry.key)
  cache.inMemory.delete(entry.key)
  freeUnused(cache, entry)
}

/**
 * Frees everything that no reader needs. A descriptor is needed by its readers, and by the next one unless the bytes
 * are in memory.
 */
function freeUnused(cache: CacheState, entry: CacheEntry): void {
  if (entry.readers > 0) return
  if (entry.isEvicted && entry.bytes) {
    entry.bytes = null
    cache.memoryBytes -= entry.sizeBytes + ENTRY_BYTES
  } else if (!entry.isEvicted && !entry.bytes) return
  if (entry.isClosed) return
  entry.isClosed = true
  // Only read from: nothing is lost when closing fails.
  entry.object.close().catch(() => {})
}

function evictIdle(cache: CacheState): void {
  const limit = cache.now() - IDLE_MS
  evictWhere(cache, ({ lastUsedAt }) => lastUsedAt < limit)
}

function evictWhere(cache: CacheState, isUnwanted: (entry: CacheEntry) => boolean): void {
  for (const entry of [...cache.opened.values(), ...cache.inMemory.values()]) if (isUnwanted(entry)) evict(cache, entry)
}

function release(cache: CacheState, entry: CacheEntry): void {
  entry.readers -= 1
  freeUnused(cache, entry)
}
