import { createHash } from 'node:crypto'
import type { ObjectStorage, OpenObject } from './storage.server.ts'

/** An object that lies ready to be sent. */
export interface KeptObject {
  readonly sizeBytes: number
  /** Names these bytes, on every node alike, as long as a key is written once. */
  readonly tag: string
  /** The whole of it where it lies in memory; not to be written to. Null: to be read piece by piece. */
  readonly bytes: Buffer | null
  /** As `OpenObject.readInto`. */
  readInto(buffer: Buffer, length: number, position: number): Promise<number>
}

/** What of the storage is held ready for those who ask next, within bounds. */
export interface KeptObjects {
  /** Null when there is no such object. Whoever borrows gives back, once, when reading is over. */
  borrow(key: string): Promise<KeptObject | null>
  giveBack(object: KeptObject): void
  /** Lets go of everything below a folder; what is borrowed stays readable until it is given back. */
  forget(folder: string): void
  /** How much is held now. */
  held(): { descriptors: number; memoryBytes: number }
  close(): void
}

export interface KeptLimits {
  /** Objects held open that nobody may be reading. */
  descriptors: number
  memoryBytes: number
  /** Up to this size an object lies in memory from its first reader on. */
  smallBytes: number
  /** Up to this size from its `hotAfter`th reader on. */
  hotBytes: number
  hotAfter: number
}

const usualLimits: KeptLimits = {
  descriptors: 400,
  memoryBytes: 64 * 1024 * 1024,
  smallBytes: 256 * 1024,
  hotBytes: 8 * 1024 * 1024,
  hotAfter: 3,
}

/** What was removed or replaced behind our back shows within this time. */
const FRESH_MS = 900
/** Whatever nobody has asked for in this time goes: an open descriptor keeps the bytes of a removed file on the disk. */
const IDLE_MS = 30_000
/** What an entry costs besides its bytes, so that very many very small ones are bounded too. */
const ENTRY_BYTES = 1024

class Kept implements KeptObject {
  readonly key: string
  readonly object: OpenObject
  readonly tag: string
  bytes: Buffer | null = null
  loading: Promise<void> | null = null
  borrowers = 0
  asked = 0
  askedAt = 0
  freshUntil = 0
  isForgotten = false
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
 * Keeps descriptors open and small or hot objects in memory, the least lately asked for making room.
 * @param now milliseconds of a clock that only goes forward
 */
export function createKeptObjects(
  storage: Pick<ObjectStorage, 'open' | 'stat'>,
  limits: KeptLimits = usualLimits,
  now: () => number = () => performance.now(),
): KeptObjects {
  // A Map goes through its keys in the order in which they were set: the first is the least lately asked for.
  const opened = new Map<string, Kept>()
  const inMemory = new Map<string, Kept>()
  const looks = new Map<string, Promise<Kept | null>>()
  let memoryBytes = 0
  const idling = setInterval(dropIdle, IDLE_MS)
  idling.unref()

  const find = (key: string) => inMemory.get(key) ?? opened.get(key)

  async function look(key: string): Promise<Kept | null> {
    const freshUntil = now() + FRESH_MS
    const known = find(key)
    if (known) {
      const found = await storage.stat(key)
      if (found?.version === known.object.version) {
        known.freshUntil = freshUntil
        return known
      }
      drop(known)
      if (!found) return null
    }
    const object = await storage.open(key)
    if (!object) return null
    const kept = new Kept(key, object)
    kept.freshUntil = freshUntil
    opened.set(key, kept)
    return kept
  }

  /** Many who ask for the same at once cause one look. */
  function lookOnce(key: string): Promise<Kept | null> {
    const running = looks.get(key)
    if (running) return running
    const begun = look(key).finally(() => looks.delete(key))
    looks.set(key, begun)
    return begun
  }

  async function take(key: string): Promise<Kept | null> {
    for (;;) {
      const known = find(key)
      const kept = known && known.freshUntil > now() ? known : await lookOnce(key)
      if (!kept) return null
      // Forgotten between its finding and this line: what is there now may be something else.
      if (kept.isForgotten) continue
      kept.borrowers += 1
      return kept
    }
  }

  function isForMemory({ sizeBytes, asked }: Kept): boolean {
    return sizeBytes <= limits.smallBytes || (sizeBytes <= limits.hotBytes && asked >= limits.hotAfter)
  }

  /** What is still being sent frees nothing by being forgotten: then nothing more is taken in. */
  function hasRoomFor({ sizeBytes }: Kept): boolean {
    const most = limits.memoryBytes - sizeBytes - ENTRY_BYTES
    for (const kept of inMemory.values()) {
      if (memoryBytes <= most) break
      if (kept.borrowers === 0) drop(kept)
    }
    return memoryBytes <= most
  }

  async function load(kept: Kept): Promise<void> {
    memoryBytes += kept.sizeBytes + ENTRY_BYTES
    try {
      const bytes = await readWhole(kept)
      if (!kept.isForgotten) {
        kept.bytes = bytes
        opened.delete(kept.key)
        inMemory.set(kept.key, kept)
      }
    } finally {
      if (!kept.bytes) memoryBytes -= kept.sizeBytes + ENTRY_BYTES
    }
  }

  async function readWhole(kept: Kept): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(kept.sizeBytes)
    for (let at = 0; at < bytes.length; ) {
      const length = await kept.readInto(bytes.subarray(at), bytes.length - at, at)
      if (length === 0) throw new Error('An object ended before its end.')
      at += length
    }
    return bytes
  }

  function closeSome(): void {
    for (const kept of opened.values()) {
      if (opened.size <= limits.descriptors) break
      drop(kept)
    }
  }

  function drop(kept: Kept): void {
    if (kept.isForgotten) return
    kept.isForgotten = true
    opened.delete(kept.key)
    inMemory.delete(kept.key)
    releaseUnread(kept)
  }

  /** A descriptor is needed by whoever reads from it, and by the next reader unless that one finds the bytes in memory. */
  function releaseUnread(kept: Kept): void {
    if (kept.borrowers > 0) return
    if (kept.isForgotten && kept.bytes) {
      kept.bytes = null
      memoryBytes -= kept.sizeBytes + ENTRY_BYTES
    } else if (!kept.isForgotten && !kept.bytes) return
    if (kept.isClosed) return
    kept.isClosed = true
    // It was only read from: nothing is lost when closing fails.
    kept.object.close().catch(() => {})
  }

  function dropIdle(): void {
    const limit = now() - IDLE_MS
    for (const kept of [...opened.values(), ...inMemory.values()]) if (kept.askedAt < limit) drop(kept)
  }

  function giveBack(kept: Kept): void {
    kept.borrowers -= 1
    releaseUnread(kept)
  }

  return {
    async borrow(key) {
      const kept = await take(key)
      if (!kept) return null
      kept.asked += 1
      kept.askedAt = now()
      if (!kept.bytes && isForMemory(kept) && (kept.loading || hasRoomFor(kept))) {
        try {
          kept.loading ??= load(kept)
          await kept.loading
        } catch (error) {
          drop(kept)
          giveBack(kept)
          throw error
        }
      }
      const list = kept.bytes ? inMemory : opened
      if (!kept.isForgotten) {
        list.delete(key)
        list.set(key, kept)
      }
      closeSome()
      return kept
    },
    giveBack: (object) => giveBack(object as Kept),
    forget(folder) {
      for (const kept of [...opened.values(), ...inMemory.values()]) if (kept.key.startsWith(`${folder}/`)) drop(kept)
    },
    held: () => ({ descriptors: opened.size, memoryBytes }),
    close() {
      clearInterval(idling)
      for (const kept of [...opened.values(), ...inMemory.values()]) drop(kept)
    },
  }
}
