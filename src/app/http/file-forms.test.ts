import { expect, test } from 'vitest'
import { mayCarryFile } from './file-forms.ts'

test.each([
  ['/upload', true],
  ['/settings', true],
  ['/settings.data', true],
  ['/dashboard', true],
  ['/dashboard/episodes/an-episode/thumbnail', true],
  ['/series/a-series/picture', true],
  ['/series/a-series/picture.data', true],
  ['/subtitles/an-episode', true],
  ['/subtitles/an-episode.data', true],
  ['/', false],
  ['/uploads', false],
  ['/upload/', false],
  ['/settingsxdata', false],
  ['/dashboard/credits', false],
  ['/dashboard/episodes/an-episode', false],
  ['/series/a-series/edit', false],
  ['/series/a/b/picture', false],
  ['/login', false],
])('%s may carry a file: %s', (path, expected) => {
  expect(mayCarryFile(path)).toBe(expected)
})
