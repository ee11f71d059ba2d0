import { beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

// A video that is encoded in chunks plays from its first one on. Here the playlists of a finished video list only as much
// as while it grows, for as long as the test needs.

const app = setUpApp()
const SECONDS = 24
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  path = `/watch/${await publishFinished(app.hoshi, creator, 'longSegments')}`
  // A growing video has no rendition row until it is complete.
  await queryDatabase(app.hoshi.connectionString, 'delete from renditions')
})

describe('a video that is still being encoded', () => {
  test('starts at its beginning, and plays to its end once that is available', async () => {
    const { page, context, open, errors } = await app.visit()
    let segments = 2
    let requestCount = 0
    await context.route('**/master-*.m3u8', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('index.m3u8', 'growing.m3u8'),
      })
    })
    await context.route('**/growing.m3u8', async (route) => {
      requestCount += 1
      const response = await route.fetch({ url: route.request().url().replace('growing', 'index') })
      const complete = await response.text()
      const parts = complete.split('#EXTINF').slice(0, segments + 1)
      const growing = parts
        .join('#EXTINF')
        .replace('#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-START:TIME-OFFSET=0,PRECISE=YES')
      await route.fulfill({
        status: 200,
        contentType: 'application/vnd.apple.mpegurl',
        body: segments < 6 ? growing : complete,
      })
    })
    expect(await open(path)).toBe(200)
    const video = page.locator('video')
    const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect.poll(at).toBeGreaterThan(0.2)
    const playedFrom = () =>
      video.evaluate(({ played }: HTMLVideoElement) => (played.length > 0 ? played.start(0) : Number.POSITIVE_INFINITY))
    await expect.poll(playedFrom).toBeLessThan(6)
    await video.evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 4
    })
    await expect.poll(() => requestCount).toBeGreaterThan(2)
    expect(await video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(false)
    segments = 6
    const end = () => video.evaluate(({ ended, duration }: HTMLVideoElement) => (ended ? Math.round(duration) : 0))
    await expect.poll(end).toBe(SECONDS)
    expect(await page.locator('.player-failed').count()).toBe(0)
    expect(errors).toEqual([])
  })
})
