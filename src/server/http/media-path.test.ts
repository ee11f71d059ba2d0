import { expect, test } from 'vitest'
import { parseMediaPath } from './media-path.ts'
import { parseRange } from './range.ts'

const uid = 'a'.repeat(26)
const rendition = 'b'.repeat(26)

test('only the exact generated names are media', () => {
  expect(parseMediaPath(`/media/${uid}/${rendition}/0001.m4s?x=1`)).toEqual({
    uid,
    key: `media/${uid}/${rendition}/0001.m4s`,
    type: 'video/iso.segment',
    cache: 'immutable',
    isCover: false,
    isJoined: false,
    isDownload: false,
  })
  expect(parseMediaPath(`/media/${uid}/${rendition}/growing.m3u8`)?.cache).toBe('growing')
  const attempt = 'c'.repeat(26)
  expect(parseMediaPath(`/media/${uid}/${rendition}/${attempt}/0001.m4s`)?.key).toBe(
    `media/${uid}/${rendition}/${attempt}/0001.m4s`,
  )
  expect(parseMediaPath(`/media/${uid}/${rendition}/index-${attempt}.m3u8`)?.cache).toBe('immutable')
  expect(parseMediaPath(`/media/${uid}/master-${rendition}.m3u8`)?.type).toBe('application/vnd.apple.mpegurl')
  expect(parseMediaPath(`/media/${uid}/poster-${rendition}.webp`)?.type).toBe('image/webp')
  expect(parseMediaPath(`/media/${uid}/cover-${rendition}.webp`)).toMatchObject({ type: 'image/webp', isCover: true })
  const file = `/media/${uid}/file-${rendition}.mp4`
  expect(parseMediaPath(`${file}?download=1`)).toMatchObject({ type: 'video/mp4', isJoined: true, isDownload: true })
  expect(parseMediaPath(`${file}?download=2`)).toMatchObject({ isJoined: true, isDownload: false })
  expect(parseMediaPath(`/media/${uid}/preview-${rendition}.mp4`)?.type).toBe('video/mp4')
  expect(parseMediaPath(`/media/${uid}/storyboard-${rendition}.vtt`)?.type).toBe('text/vtt; charset=utf-8')
  expect(parseMediaPath(`/media/${uid}/storyboard-${rendition}.webp`)?.type).toBe('image/webp')
})

test('traversal in any spelling is not a media path', () => {
  for (const name of [
    `../originals/${uid}`,
    `..%2foriginals%2f${uid}`,
    `%2e%2e/%2e%2e/etc/passwd`,
    `${rendition}/..%5c..%5csecret`,
    `${rendition}/../../originals/${uid}`,
    `${rendition}/init.mp4%00.m3u8`,
    `${rendition}/source`,
    `${rendition}//init.mp4`,
    `${rendition}/../init.mp4`,
    `${rendition}/${rendition}/${rendition}/init.mp4`,
    '',
  ]) {
    expect(parseMediaPath(`/media/${uid}/${name}`)).toBeNull()
  }
})

test('a single range is parsed, anything else means the entire file', () => {
  expect(parseRange('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 })
  expect(parseRange('bytes=900-', 1000)).toEqual({ start: 900, end: 999 })
  expect(parseRange('bytes=990-5000', 1000)).toEqual({ start: 990, end: 999 })
  expect(parseRange('bytes=-10', 1000)).toEqual({ start: 990, end: 999 })
  expect(parseRange('bytes=-5000', 1000)).toEqual({ start: 0, end: 999 })
  expect(parseRange('bytes=1000-', 1000)).toBe('unsatisfiable')
  expect(parseRange('bytes=-0', 1000)).toBe('unsatisfiable')
  for (const header of [undefined, 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b']) {
    expect(parseRange(header, 1000)).toBeNull()
  }
})
