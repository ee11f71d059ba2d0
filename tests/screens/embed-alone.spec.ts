import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { loopFilms } from '#tests/support/browser/player.ts'
import { soundView, view } from '#tests/support/browser/study-view.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  path = `/embed/${await publishFinished(app.hoshi, creator, 'film', { title: 'The Last Local' })}`
})

/** The embedded player alone in a window, with a video that loops, however long it takes to walk to a control. */
async function openAlone(width = 1280, height = 800): Promise<Page> {
  const { page, open } = await app.visit()
  await page.setViewportSize({ width, height })
  await open(path)
  await page.evaluate(loopFilms)
  return page
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
}

test('sends no cookie with what study mode reads', async () => {
  const page = await openAlone()
  // One that a page of Hoshi would send.
  await page.context().addCookies([{ name: 'left', value: 'here', url: app.hoshi.url }])
  await play(page)
  const reading = ['exposure-sheet', 'frame-times', 'changes'].map((name) =>
    page.waitForRequest((request) => request.url().endsWith(`/${name}`)),
  )
  await page.keyboard.press('s')
  for (const request of await Promise.all(reading)) expect(await request.allHeaders()).not.toHaveProperty('cookie')
})

test.each([
  [360, 203],
  [640, 360],
  [1100, 620],
])('has a picture in study mode, %d pixels wide, and looks closer at it', async (width, height) => {
  const page = await openAlone(width, height)
  await play(page)
  await page.keyboard.press('s')
  await page.locator('.study-frame').waitFor({ state: 'attached' })
  const heightOf = async () => (await page.locator('.player-picture').boundingBox())!.height
  await expect.poll(heightOf).toBeGreaterThan(height / 3)
  await page.locator('.study-frame:not([hidden])').waitFor()
  for (const _ of [1, 2]) await page.keyboard.press('+')
  await expect.poll(() => view(page)).toMatchObject({ scale: 2, ...soundView })
})

test.each([
  [240, 135],
  [360, 203],
  [480, 270],
  [720, 405],
])('fits into %d pixels', async (width, height) => {
  const page = await openAlone(width, height)
  const fits = async (name: string, role: 'button' | 'link' = 'button') => {
    const box = (await page.getByRole(role, { name, exact: true }).boundingBox())!
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height], name).toEqual(
      Array(4).fill(true),
    )
  }
  await fits('Play')
  await fits('Watch on Hoshi', 'link')
  expect(await axeViolations(page)).toEqual([])
  await play(page)
  for (const name of ['Pause', 'Full screen']) await fits(name)
  await fits('Watch on Hoshi', 'link')
  for (const name of ['Settings', 'Study mode', 'Timed notes on'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(width < 480 ? 0 : 1)
  const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
  expect(size).toEqual([width, height])
})
