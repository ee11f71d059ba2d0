import { type CacheClass, parseKey, storedObjects } from '#video/stored-objects.ts'

/** A request for one of the media of a video. */
export interface MediaPath {
  uid: string
  key: string
  type: string
  cache: CacheClass
  /** Whether it is sent also to those who have not chosen to see an adult episode. */
  isCover: boolean
}

/** Parses a path below /media; null for all but the exact names of objects that may be sent. A query is ignored. */
export function parseMediaPath(url: string): MediaPath | null {
  const [path = ''] = url.split('?', 1)
  if (!path.startsWith('/media/')) return null
  const key = path.slice(1)
  const parsed = parseKey(key)
  if (!parsed) return null
  const { served, isCover = false } = storedObjects[parsed.kind]
  return served && { uid: parsed.uid, key, ...served, isCover }
}
