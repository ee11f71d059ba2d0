import { createHash } from 'node:crypto'
import type { Db } from '#platform/database.server.ts'
import type { JoinedObject, ObjectCache, ServingCache } from '#platform/object-cache.server.ts'
import { type ByteRange, ObjectMissing } from '#platform/storage.server.ts'
import { findMp4File } from './mp4-file-rows.server.ts'
import { mediaKey, parseKey, storedObjects } from './stored-objects.ts'

/** Files whose parts are known; each takes some KiB. */
const MOST_LAYOUTS = 500

/** Where the objects of a file are in it, in their order. */
interface Layout {
  parts: { key: string; from: number; to: number }[]
  sizeBytes: number
  tag: string
}

/**
 * The same cache, in which the key of an MP4 file stands for the whole file: its stored beginning, and the segments of its
 * rendition. Those who read it share the segments with the players that load them one by one; no reader holds more than one.
 */
export function withJoinedFiles(cache: ObjectCache, db: Db): ServingCache {
  const layouts = new Map<string, Layout>()

  async function layoutOf(key: string, uid: string, beginningBytes: number): Promise<Layout | null> {
    const known = layouts.get(key)
    if (known) return known
    const file = await findMp4File(db, uid, key.slice(key.lastIndexOf('/') + 1))
    if (!file) return null
    const objects = [
      { key, sizeBytes: beginningBytes },
      ...file.parts.map(({ name, sizeBytes }) => ({ key: mediaKey(uid, `${file.rendition_id}/${name}`), sizeBytes })),
    ]
    let at = 0
    const parts = objects.map((object) => {
      const from = at
      at += object.sizeBytes
      return { key: object.key, from, to: at }
    })
    const tag = `"${createHash('sha256').update(`${key} ${at}`).digest('base64url').slice(0, 22)}"`
    const layout = { parts, sizeBytes: at, tag }
    if (layouts.size >= MOST_LAYOUTS) layouts.delete(layouts.keys().next().value!)
    layouts.set(key, layout)
    return layout
  }

  /** The parts of a range, one after the other; each is released when the next is asked for. */
  async function* readParts({ parts }: Layout, { start, end }: ByteRange) {
    for (const { key, from, to } of parts) {
      if (to <= start || from > end) continue
      const object = await cache.acquire(key)
      if (!object) throw new ObjectMissing(key)
      try {
        yield { object, range: { start: Math.max(start, from) - from, end: Math.min(end, to - 1) - from } }
      } finally {
        cache.release(object)
      }
    }
  }

  return {
    ...cache,
    async acquire(key) {
      const object = await cache.acquire(key)
      const parsed = object && parseKey(key)
      if (!parsed || !storedObjects[parsed.kind].isBeginning) return object
      // The beginning says that the file is still there; what is sent of it is acquired again.
      const { sizeBytes } = object
      cache.release(object)
      const layout = await layoutOf(key, parsed.uid, sizeBytes)
      if (!layout) return null
      const joined: JoinedObject = {
        sizeBytes: layout.sizeBytes,
        tag: layout.tag,
        bytes: null,
        partsIn: (range) => readParts(layout, range),
      }
      return joined
    },
    release(object) {
      if (!('partsIn' in object)) cache.release(object)
    },
  }
}
