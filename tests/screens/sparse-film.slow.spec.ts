import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { plays } from '#tests/support/playing.ts'
import { publishClip } from '#tests/support/publishing.ts'
import { makeSlides } from '#tests/support/slides.server.ts'

const on = onScreen()

/** What the player shows, and when. */
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

test('a film of two pictures that are ten minutes apart plays from wherever it is sought', async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Sparse')
  const film = await makeSlides(join(on.clipsDir, 'two-590.mp4'), { at: [0, 590], soundSeconds: 591 })
  const id = await publishClip(creator, film, { title: 'Two pictures' })
  const { page, open, troubles } = await on.visit()
  await open(`/watch/${id}`)
  await plays(page)
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
  expect(troubles).toEqual([])
})
