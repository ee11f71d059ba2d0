import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import { FONT_MAX_BYTES } from '#subtitles/fonts/font.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { createApi } from './api.ts'
import { type RouteRule, routeRules } from './route-rules.ts'

let site: TestHoshi
let writes: [string, RouteRule][]
beforeAll(async () => {
  site = await createTestHoshi()
  const { openAPIRegistry } = createApi(site.hoshi.rooms, null)
  writes = [...routeRules(openAPIRegistry)].filter(([route]) => /^(POST|PUT|PATCH|DELETE) \/api\/v1\//.test(route))
})
afterAll(() => site?.close())

const where = (holds: (rule: RouteRule) => boolean) =>
  writes
    .filter(([, rule]) => holds(rule))
    .map(([route]) => route)
    .sort()

test('every write needs an account but these', () => {
  expect(writes.length).toBeGreaterThan(40)
  expect(where(({ needsAccount }) => !needsAccount)).toEqual([
    'POST /api/v1/accounts',
    'POST /api/v1/creators/:uid/support-clicks',
    'POST /api/v1/episodes/:id/views',
    'POST /api/v1/episodes/:id/watching',
    'POST /api/v1/reports',
  ])
})

test('only pictures, subtitles, fonts and an archive may be larger than 64 KiB', () => {
  const pictures = ['PUT /api/v1/creators/me/avatar', 'PUT /api/v1/series/:id/poster', 'PUT /api/v1/videos/:uid/poster']
  expect(where(({ takesImages }) => takesImages)).toEqual(pictures)
  expect(where(({ maxBytes }) => maxBytes === IMAGE_MAX_BYTES)).toEqual(pictures)
  const texts = ['POST /api/v1/episodes/:id/subtitles', 'POST /api/v1/subtitles/:id/fonts', 'PUT /api/v1/subtitles/:id']
  expect(where(({ takesForms }) => takesForms)).toEqual(texts)
  expect(where(({ maxBytes }) => maxBytes > FONT_MAX_BYTES && maxBytes < 2 * FONT_MAX_BYTES)).toEqual(texts)
  expect(where(({ maxBytes }) => maxBytes === 64 * 1024)).toHaveLength(
    writes.length - pictures.length - texts.length - 1,
  )
})

test('a poster may be JSON too, other files may not', () => {
  expect(where(({ takesJson }) => !takesJson)).toEqual([
    'POST /api/v1/episodes/:id/subtitles',
    'POST /api/v1/me/import',
    'POST /api/v1/subtitles/:id/fonts',
    'PUT /api/v1/creators/me/avatar',
    'PUT /api/v1/series/:id/poster',
    'PUT /api/v1/subtitles/:id',
  ])
})
