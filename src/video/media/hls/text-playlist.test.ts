import { describe, expect, test } from 'vitest'
import { masterPlaylist } from '../rendition.ts'
import { textPlaylist, textRenditionLines } from './text-playlist.ts'

const variant = {
  uri: 'a/index.m3u8',
  width: 640,
  height: 360,
  codecs: 'avc1.64001f',
  peakBandwidth: 500_000,
  averageBandwidth: 400_000,
  highestFrameRate: 24,
}

describe('text tracks in a master playlist', () => {
  test('are named once each, and every stream goes with them', () => {
    const tracks = [
      { uri: 'captions-a.m3u8', language: 'ja', name: 'Japanese', kind: 'captions' as const },
      { uri: 'captions-b.m3u8', language: 'en', name: 'English', kind: 'subtitles' as const },
      { uri: 'captions-c.m3u8', language: 'en', name: 'English', kind: 'signs' as const },
    ]
    const lines = masterPlaylist([variant, { ...variant, averageBandwidth: 900_000 }], [], tracks).split('\n')
    const media = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:'))
    expect(media.map((line) => /NAME="([^"]*)"/.exec(line)?.[1])).toEqual(['Japanese', 'English', 'English (2)'])
    expect(media.map((line) => /FORCED=(\w+)/.exec(line)?.[1])).toEqual(['NO', 'NO', 'YES'])
    expect(media[0]).toContain('public.accessibility.transcribes-spoken-dialog')
    expect(media[1]).not.toContain('CHARACTERISTICS')
    const streams = lines.filter((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    expect(streams.map((line) => line.endsWith(',SUBTITLES="subs"'))).toEqual([true, true])
  })

  test('leave the playlist of a video without any as it was', () => {
    expect(masterPlaylist([variant])).not.toContain('SUBTITLES')
  })

  test('cannot end the quotes or the line of their names', () => {
    const [line] = textRenditionLines([{ uri: 'x', language: 'en', name: 'a",URI="evil\n#EXT', kind: 'subtitles' }])
    expect(line).toContain(`NAME="a',URI='evil'#EXT"`)
    expect(line?.split('\n')).toHaveLength(1)
  })

  test('have one segment as long as the video', () => {
    const lines = textPlaylist('captions-a.vtt', 61.25).split('\n')
    expect(lines).toContain('#EXT-X-TARGETDURATION:62')
    expect(lines).toContain('#EXTINF:61.250,')
    expect(lines).toContain('captions-a.vtt')
  })
})
