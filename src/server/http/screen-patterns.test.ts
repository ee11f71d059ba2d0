import { expect, test } from 'vitest'
import { screenPatterns } from './screen-patterns.ts'

const patternOf = screenPatterns({
  root: { id: 'root', path: '' },
  layout: { id: 'layout', parentId: 'root' },
  landing: { id: 'landing', parentId: 'layout' },
  unknown: { id: 'unknown', parentId: 'layout', path: '*' },
  watch: { id: 'watch', parentId: 'root', path: 'watch/:episodeId' },
  iframe: { id: 'iframe', parentId: 'root', path: ':videoId/iframe' },
  admin: { id: 'admin', parentId: 'root', path: 'admin' },
  adminIndex: { id: 'adminIndex', parentId: 'admin' },
  queue: { id: 'queue', parentId: 'admin', path: 'queue' },
  newSeries: { id: 'newSeries', parentId: 'layout', path: 'series/new' },
  series: { id: 'series', parentId: 'layout', path: 'series/:seriesId' },
  robots: { id: 'robots', parentId: 'root', path: 'robots.txt' },
})

test.each([
  ['/', '/'],
  ['/_root.data', '/'],
  ['/watch/abc', '/watch/:episodeId'],
  ['/watch/abc.data', '/watch/:episodeId'],
  ['/watch/abc/', '/watch/:episodeId'],
  ['/abc/iframe', '/:videoId/iframe'],
  ['/admin', '/admin'],
  ['/admin/queue', '/admin/queue'],
  ['/series/new', '/series/new'],
  ['/series/abc', '/series/:seriesId'],
  ['/robots.txt', '/robots.txt'],
  ['/robotsxtxt', '*'],
  ['/watch', '*'],
  ['/watch/abc/more', '*'],
  ['/anything', '*'],
])('the page %s has the pattern %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern)
})
