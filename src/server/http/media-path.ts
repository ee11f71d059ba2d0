/** A file of a video's media, by its generated name. */
export interface MediaPath {
  uid: string
  /** Below the video's folder. */
  name: string
  type: string
  /** Whether it changes while its rendition is being made. */
  isGrowing: boolean
}

const types: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
}

const id = '[0-9a-z]{26}'
// Each attempt at a part of a rendition has its own folder.
const rendition = `${id}/(?:(?:index(?:-${id})?|growing)\\.m3u8|(?:${id}/)?(?:init\\.mp4|\\d{4,6}\\.m4s))`
const otherFile = `master-${id}\\.m3u8|poster-${id}\\.webp|preview-${id}\\.mp4|storyboard-${id}\\.(?:vtt|webp)`
const pattern = new RegExp(`^/media/(${id})/(${rendition}|${otherFile})$`)

/**
 * Parses a path below /media; null for all but the exact names that we generate: no escapes, no dots, nothing to
 * normalise. A query is ignored.
 */
export function parseMediaPath(url: string): MediaPath | null {
  const [path = ''] = url.split('?', 1)
  const match = pattern.exec(path)
  if (!match) return null
  const [, uid = '', name = ''] = match
  const type = types[name.slice(name.lastIndexOf('.') + 1)]
  return type ? { uid, name, type, isGrowing: name.endsWith('/growing.m3u8') } : null
}
