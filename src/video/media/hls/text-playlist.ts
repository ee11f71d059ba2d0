/** A track of text, as a master playlist lists it. */
export interface TextRendition {
  /** URI of its media playlist, relative to the master playlist. */
  uri: string
  /** BCP 47. */
  language: string
  name: string
  kind: 'subtitles' | 'captions' | 'signs'
}

/** Name of the one group of text tracks. */
const GROUP = 'subs'

/** The attribute of a variant stream with which all these tracks go. */
export const subtitleGroup = `SUBTITLES="${GROUP}"`

/** Marks captions for deaf people (RFC 8216bis, 4.4.6.1). */
const FOR_DEAF_PEOPLE =
  'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"'

/** The lines of a master playlist that name tracks of text. Names differ, as RFC 8216 asks of a group. */
export function textRenditionLines(tracks: TextRendition[]): string[] {
  const used = new Map<string, number>()
  return tracks.map(({ uri, language, name, kind }) => {
    const plain = quotable(name)
    const count = (used.get(plain) ?? 0) + 1
    used.set(plain, count)
    const attributes = [
      'TYPE=SUBTITLES',
      `GROUP-ID="${GROUP}"`,
      `NAME="${count === 1 ? plain : `${plain} (${count})`}"`,
      `LANGUAGE="${quotable(language)}"`,
      'DEFAULT=NO',
      'AUTOSELECT=YES',
      // Players show forced ones by themselves, to people who understand the language that is spoken.
      `FORCED=${kind === 'signs' ? 'YES' : 'NO'}`,
      ...(kind === 'captions' ? [FOR_DEAF_PEOPLE] : []),
      `URI="${uri}"`,
    ]
    return `#EXT-X-MEDIA:${attributes.join(',')}`
  })
}

/** The playlist of a WebVTT file that covers the whole video. */
export function textPlaylist(file: string, durationSeconds: number): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(durationSeconds))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${Math.max(0.001, durationSeconds).toFixed(3)},`,
    file,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

/** Quoted strings of playlists have no quotes and no line breaks, and no escapes for them. */
function quotable(text: string): string {
  return text.replaceAll(/["\r\n]/g, "'")
}
