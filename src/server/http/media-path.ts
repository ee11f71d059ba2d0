import { type CacheClass, parseKey, storedObjects } from '#video/stored-objects.ts'

/** A request for one of the media of a video. */
export interface MediaPath {
  uid: string
  key: string
  type: string
  cache: CacheClass
  /** Whether it is sent also to those who have not chosen to see an adult episode. */
  isCover: boolean
  /** Whether it is put together of several objects. */
  isJoined: boolean
  /** Whether it is to be kept as a file instead of played. */
  isDownload: boolean
}

/** Parses a path below /media; null for all but the exact names of objects that may be sent. Of a query, only `download=1` of a whole file counts. */
export function parseMediaPath(url: string): MediaPath | null {
  const [path = '', query = ''] = url.split('?', 2)
  if (!path.startsWith('/media/')) return null
  const key = path.slice(1)
  const parsed = parseKey(key)
  if (!parsed) return null
  const { served, isCover = false, isBeginning: isJoined = false } = storedObjects[parsed.kind]
  const isDownload = isJoined && new URLSearchParams(query).get('download') === '1'
  return served && { uid: parsed.uid, key, ...served, isCover, isJoined, isDownload }
}
