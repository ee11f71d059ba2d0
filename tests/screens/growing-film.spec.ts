import { beforeAll, describe, expect, test } from 'vitest'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { query } from '#tests/support/publishing.ts'

// A film that is encoded in chunks plays from its first one on. Here a finished one stands in for it, of which its
// addresses tell as much as they would while it grows: the state lasts as long as the test wants.

const on = onScreen()
const SECONDS = 24
let path = ''

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  path = `/watch/${await publishFinished(on.hoshi, creator, { seconds: SECONDS, keyframeSeconds: 4 })}`
  // It gets its row when it is whole.
  await query(on.hoshi.connectionString, 'delete from renditions')
})

describe('a film that is still being made', () => {
  test('begins at its beginning, and goes on to its end when that has come', async () => {
    const { page, context, open, troubles } = await on.visit()
    let segments = 2
    let asked = 0
    await context.route('**/master-*.m3u8', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('index.m3u8', 'growing.m3u8') })
    })
    await context.route('**/growing.m3u8', async (route) => {
      asked += 1
      const answer = await route.fetch({ url: route.request().url().replace('growing', 'index') })
      const whole = await answer.text()
      const parts = whole.split('#EXTINF').slice(0, segments + 1)
      const growing = parts
        .join('#EXTINF')
        .replace('#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-START:TIME-OFFSET=0,PRECISE=YES')
      await route.fulfill({
        status: 200,
        contentType: 'application/vnd.apple.mpegurl',
        body: segments < 6 ? growing : whole,
      })
    })
    expect(await open(path)).toBe(200)
    const video = page.locator('video')
    const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect.poll(at).toBeGreaterThan(0.2)
    expect(await at()).toBeLessThan(6)
    await video.evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 4
    })
    await expect.poll(() => asked).toBeGreaterThan(2)
    expect(await video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(false)
    segments = 6
    const end = () => video.evaluate(({ ended, duration }: HTMLVideoElement) => (ended ? Math.round(duration) : 0))
    await expect.poll(end).toBe(SECONDS)
    expect(await page.locator('.player-failed').count()).toBe(0)
    expect(troubles).toEqual([])
  })
})
