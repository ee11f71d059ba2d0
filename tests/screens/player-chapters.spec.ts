import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { choice, openPaused, positionOf, recordNotices } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const paths = { chapters: '', hostile: '', none: '' }
const description = 'A train leaves.\n\n0:00 The platform\n0:08 高架橋\n0:16 One minute late\n'
const wide = { viewport: { width: 1440, height: 900 } }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const publish = async (text: string) => {
    return `/watch/${await publishFinished(app.hoshi, creator, 'longSegments', { description: text })}`
  }
  paths.chapters = await publish(description)
  const script = '<img src=x onerror="document.title=1">'
  paths.hostile = await publish(`0:00 ${script}${'x'.repeat(300)}\n0:08 \u202e${script}\n0:09 ${'星'.repeat(200)}`)
  paths.none = await publish('0:05 A moment\n0:10 Another one')
})

const chapterButton = (page: Page) => page.getByRole('button', { name: /^Chapter: / })

async function pointAt(page: Page, share: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('.seek-range').boundingBox())!
  await page.mouse.move(x + 9 + (width - 18) * share, y + height / 2)
}

test('are gaps on the bar, and named in the row, the preview and the slider', async () => {
  const { page, errors } = await openPaused(app, paths.chapters, wide, 9)
  expect(await page.locator('.seek-track mask line').count()).toBe(2)
  expect(await chapterButton(page).textContent()).toBe('高架橋')
  const slider = page.getByRole('slider', { name: 'Seek' })
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:09 of 0:2[34], 高架橋$/)
  await pointAt(page, 0.75)
  await page.locator('.seek-preview.is-shown bdi').getByText('One minute late').waitFor()
  // The one that is pointed at is higher.
  const raised = page.locator('.seek-track mask rect').nth(1)
  expect(Number.parseFloat((await raised.getAttribute('x'))!)).toBeCloseTo(66.7, 0)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  expect(errors).toEqual([])
})

test('are gone through by Shift with the arrows', async () => {
  const { page } = await openPaused(app, paths.chapters, wide, 1)
  for (const [key, position] of [
    ['Shift+ArrowRight', 8],
    ['Shift+ArrowRight', 16],
    ['Shift+ArrowRight', 16],
    ['Shift+ArrowLeft', 8],
    ['Shift+ArrowLeft', 0],
    ['Shift+ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => positionOf(page), { message: key }).toBe(position)
  }
  const notices = await recordNotices(page)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(notices).toEqual(['高架橋'])
})

test('are a list that the row opens, which gives the focus back', async () => {
  const { page } = await openPaused(app, paths.chapters, wide, 9)
  await chapterButton(page).click()
  await page.getByRole('menu', { name: 'Chapter' }).waitFor()
  expect(await page.getByRole('menuitemradio').allTextContents()).toEqual([
    'The platform0:00',
    '高架橋0:08',
    'One minute late0:16',
  ])
  expect(await choice(page, /^高架橋/).getAttribute('aria-checked')).toBe('true')
  await choice(page, /^One minute late/).click()
  await expect.poll(() => positionOf(page)).toBe(16)
  expect(await chapterButton(page).evaluate((it) => it === document.activeElement)).toBe(true)
})

test('have titles that stay text and inside the player', async () => {
  const { page, errors } = await openPaused(app, paths.hostile, wide, 9.5)
  expect(await page.locator('.player img').count()).toBe(0)
  const player = (await page.locator('.player').boundingBox())!
  for (const share of [0, 0.36, 0.9]) {
    await pointAt(page, share)
    const preview = (await page.locator('.seek-preview.is-shown').boundingBox())!
    expect(preview.x, `at ${share}`).toBeGreaterThanOrEqual(player.x)
    expect(preview.x + preview.width, `at ${share}`).toBeLessThanOrEqual(player.x + player.width)
  }
  const settings = (await page.getByRole('button', { name: 'Full screen' }).boundingBox())!
  expect(settings.x + settings.width).toBeLessThanOrEqual(player.x + player.width)
  expect(errors).toEqual([])
})

test('are none where the first time is not the start', async () => {
  const { page } = await openPaused(app, paths.none, wide, 9)
  expect(await page.locator('.seek-track mask line').count()).toBe(0)
  expect(await chapterButton(page).count()).toBe(0)
  await page.keyboard.press('Shift+ArrowRight')
  expect(await positionOf(page)).toBe(9)
})
