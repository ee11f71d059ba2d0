/** A finished media playlist of ours. */
export interface MediaPlaylist {
  init: string
  segments: { uri: string; seconds: number }[]
}

/** Reads a media playlist that ffmpeg wrote; null when it is unfinished or names anything but files beside it. */
export function readMediaPlaylist(text: string): MediaPlaylist | null {
  const lines = text.split('\n').map((line) => line.trim())
  if (lines[0] !== '#EXTM3U' || !lines.includes('#EXT-X-ENDLIST')) return null
  const segments: MediaPlaylist['segments'] = []
  let init: string | undefined
  let seconds = 0
  for (const line of lines) {
    init ??= /^#EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1]
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1]
    if (length !== undefined) seconds = Number(length)
    if (line !== '' && !line.startsWith('#')) segments.push({ uri: line, seconds })
  }
  const isOurs = (name: string) => /^\w[\w.]*$/.test(name)
  if (init === undefined || segments.length === 0) return null
  const isSound = segments.every((segment) => isOurs(segment.uri) && segment.seconds > 0)
  return isSound && isOurs(init) ? { init, segments } : null
}
