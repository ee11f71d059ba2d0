/** A finished media playlist of ours. */
export interface MediaPlaylist {
  init: string
  segments: { uri: string; seconds: number }[]
}

/** Sets the real segment lengths in a playlist; ffmpeg's are wrong for variable frame rates. */
export function withSegmentLengths(text: string, seconds: number[]): string {
  let index = 0
  return text
    .replace(/^#EXTINF:[\d.]+/gm, (line) => {
      const length = seconds[index++]
      return length === undefined ? line : `#EXTINF:${length.toFixed(6)}`
    })
    .replace(/^#EXT-X-TARGETDURATION:\d+/m, `#EXT-X-TARGETDURATION:${targetSecondsOf(seconds)}`)
}

/** Removes the last segment from a finished playlist. */
export function withoutLastSegment(text: string): string {
  return text.replace(/#EXTINF:[^\n]*\n[^#\n]+\n(?=#EXT-X-ENDLIST)/, '')
}

/** Target duration of a playlist whose segments have these lengths, in whole seconds. */
export function targetSecondsOf(seconds: number[]): number {
  return Math.max(1, Math.round(Math.max(...seconds)))
}

/**
 * The peak segment bit rate of RFC 8216, section 4.1: the largest of any contiguous segments that last 0.5 to 1.5
 * target durations together. A shorter video has that of all its segments. Bits per second.
 */
export function peakBitRate(segments: { seconds: number; sizeBytes: number }[], targetSeconds: number): number {
  let peak = 0
  for (let from = 0; from < segments.length; from++) {
    let [seconds, bytes] = [0, 0]
    for (const segment of segments.slice(from)) {
      seconds += segment.seconds
      bytes += segment.sizeBytes
      if (seconds > targetSeconds * 1.5) break
      if (seconds >= targetSeconds * 0.5) peak = Math.max(peak, (bytes * 8) / seconds)
    }
  }
  if (peak > 0) return peak
  const [seconds, bytes] = segments.reduce(([s, b], each) => [s + each.seconds, b + each.sizeBytes], [0, 0])
  return (bytes * 8) / seconds
}

/**
 * Reads a finished media playlist of ours; null for an unfinished one, or files neither beside it nor one folder below.
 */
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
  const isOurs = (name: string) => /^(?:\w+\/)?\w[\w.]*$/.test(name)
  if (init === undefined || segments.length === 0) return null
  const isValid = segments.every((segment) => isOurs(segment.uri) && segment.seconds > 0)
  return isValid && isOurs(init) ? { init, segments } : null
}

/**
 * Writes a media playlist (RFC 8216). An incomplete one grows: players reload it, and start at its beginning instead of
 * its end.
 * @param longestSeconds upper bound for all present and future segments
 */
export function mediaPlaylist(
  { init, segments }: MediaPlaylist,
  { isComplete, longestSeconds }: { isComplete: boolean; longestSeconds: number },
): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longestSeconds)}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    `#EXT-X-PLAYLIST-TYPE:${isComplete ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isComplete ? [] : ['#EXT-X-START:TIME-OFFSET=0,PRECISE=YES']),
    `#EXT-X-MAP:URI="${init}"`,
    ...segments.flatMap(({ uri, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, uri]),
    ...(isComplete ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}
