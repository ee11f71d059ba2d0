import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeSlides } from '#tests/support/media/slides.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

/** Colour that the player shows, and its position. */
async function shown(page: Page): Promise<{ colour: string; at: number; isSeeking: boolean }> {
  return await page.evaluate(() => {
    const video = document.querySelector('video')
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    if (!video || !pen) return { colour: 'none', at: 0, isSeeking: true }
    pen.drawImage(video, 0, 0, canvas.width, canvas.height)
    const [red = 0, , blue = 0] = pen.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data
    return { colour: red > blue ? 'red' : 'blue', at: video.currentTime, isSeeking: video.seeking }
  })
}

async function seek(page: Page, seconds: number): Promise<void> {
  await page.evaluate((to) => {
    const video = document.querySelector('video')
    if (video) video.currentTime = to
  }, seconds)
}

test('a video of two frames that are ten minutes apart plays after seeking anywhere', async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Sparse')
  const clip = await makeSlides(join(app.clipsDir, 'two-590.mp4'), { at: [0, 590], audioSeconds: 591 })
  const id = await publishClip(creator, clip, { title: 'Two pictures' })
  const { page, open, errors } = await app.visit()
  await open(`/watch/${id}`)
  await expectPlayback(page)
  expect(await shown(page)).toMatchObject({ colour: 'red' })
  for (const [to, colour] of [
    [301, 'red'],
    [587, 'red'],
    [121, 'red'],
    [590.2, 'blue'],
  ] as const) {
    await seek(page, to)
    await expect.poll(async () => (await shown(page)).at).toBeGreaterThan(to + 0.2)
    expect((await shown(page)).colour).toBe(colour)
  }
  expect(errors).toEqual([])
})
