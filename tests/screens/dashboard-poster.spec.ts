import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { card, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, app, visitAs } = setUpDashboard({ worksJobs: true })
const run = promisify(execFile)
const tooLarge = { name: 'vast.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 ** 2 + 1) }

let creator: Person
let id: string
let png: Buffer

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator')
  id = await publishFinished(app.hoshi, creator, { seconds: 6 }, { title: 'Rain' })
  const path = join(app.clipsDir, 'still.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:s=640x360', '-frames:v', '1', path])
  png = await readFile(path)
})

interface Row {
  poster: string
  storyboard: string | null
  hasChosenPoster: boolean
}

async function ownRow(): Promise<Row> {
  const response = await creator.call('GET', '/api/v1/me/episodes')
  return ((await response.json()) as { episodes: Row[] }).episodes[0]!
}

const posterOf = (container: Locator) => container.locator('img').first().getAttribute('src')
const panel = (page: Page) => page.getByRole('tabpanel', { name: /^Thumbnail/ })
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const save = (page: Page) => bar(page).getByRole('button', { name: 'Save Changes' }).click()
const state = (page: Page, text: string) => panel(page).getByRole('status').getByText(text)
const imageField = (page: Page) => panel(page).getByLabel('Upload an image', { exact: true })
const stillImage = () => ({ name: 'still.png', mimeType: 'image/png', buffer: png })

const thumbnailOf = (episodeId: string) => `/dashboard/episodes/${episodeId}/thumbnail`

async function resetPoster(): Promise<void> {
  const videoId = ((await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }).videoId
  await creator.call('DELETE', `/api/v1/videos/${videoId}/poster`)
}

describe('the poster of an episode', () => {
  test('can be a frame chosen by keyboard, which the bar saves for the page and the list, and be reset', async () => {
    await resetPoster()
    const automatic = (await ownRow()).poster
    const list = await visitAs(creator, '/dashboard?tab=content')
    const { page, errors } = await visitAs(creator, thumbnailOf(id))
    expect(await posterOf(panel(page))).toBe(automatic)
    await state(page, 'Automatic thumbnail').waitFor()
    await panel(page).getByRole('radio').first().focus()
    await page.keyboard.press('ArrowDown')
    const chosen = panel(page).getByRole('radio', { checked: true })
    expect(await chosen.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await panel(page).getByRole('radio').count()).toBe(6)
    await state(page, 'Frame at 0:01 +00').waitFor()
    await panel(page).getByRole('button', { name: 'On one frame' }).press('Enter')
    await state(page, 'Frame at 0:01 +01').waitFor()
    expect(await panel(page).getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuetext')).toBe('0:01 +01')
    // The frame itself, once it has arrived.
    await panel(page).locator('video.is-shown').waitFor()
    expect((await ownRow()).poster).toBe(automatic)
    await bar(page).getByRole('button', { name: 'Thumbnail' }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await bar(page).getByText('Saved.').waitFor()
    const { poster, hasChosenPoster } = await ownRow()
    expect(hasChosenPoster).toBe(true)
    expect(poster).not.toBe(automatic)
    expect(await posterOf(panel(page))).toBe(poster)
    await state(page, 'Custom thumbnail.').waitFor()
    await expect.poll(() => posterOf(card(list.page, 'Rain'))).toBe(poster)
    await panel(page).getByRole('button', { name: 'Use Automatic Thumbnail' }).click()
    await save(page)
    await expect.poll(() => posterOf(panel(page))).toBe(automatic)
    expect(errors).toEqual([])
  })

  test('can be uploaded, and another open dashboard shows it too', async () => {
    await resetPoster()
    const elsewhere = await visitAs(creator, '/dashboard?tab=content')
    const { page, errors } = await visitAs(creator, thumbnailOf(id))
    await imageField(page).setInputFiles(stillImage())
    await state(page, 'still.png').waitFor()
    await save(page)
    await state(page, 'Custom thumbnail.').waitFor()
    const { poster } = await ownRow()
    expect(await posterOf(panel(page))).toBe(poster)
    await expect.poll(() => posterOf(card(elsewhere.page, 'Rain'))).toBe(poster)
    const visitor = await app.visit()
    await visitor.open('/explore')
    expect(await posterOf(card(visitor.page, 'Rain'))).toBe(poster)
    expect([errors, elsewhere.errors]).toEqual([[], []])
  })

  test('stays when another is refused, with the message at its field', async () => {
    await resetPoster()
    const { poster } = await ownRow()
    const { page } = await visitAs(creator, thumbnailOf(id))
    await imageField(page).setInputFiles(tooLarge)
    await page.getByText('The image is larger than 5 MB. Please choose a smaller one.').waitFor()
    expect(await bar(page).count()).toBe(0)
    await imageField(page).setInputFiles({ name: 'a.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await page.getByRole('tab', { name: 'Details' }).click()
    await save(page)
    await page.waitForURL('**/thumbnail')
    await page.getByText('The image must be a JPEG, PNG, WebP or GIF file.').waitFor()
    expect(await imageField(page).getAttribute('aria-invalid')).toBe('true')
    await page.route('**/poster', (route) => route.abort())
    await panel(page).getByRole('radio').first().check({ force: true })
    await save(page)
    expect(await alertsOf(page)).toContain('Error updating episode. Please try again.')
    expect((await ownRow()).poster).toBe(poster)
  })

  test('is saved together with the other fields, or discarded with them', async () => {
    await resetPoster()
    const { page } = await visitAs(creator, `/dashboard/episodes/${id}`)
    await page.getByLabel('Description', { exact: true }).fill('Typed before')
    await page.getByRole('tab', { name: 'Thumbnail' }).click()
    await imageField(page).setInputFiles(stillImage())
    await bar(page).getByText('2 unsaved changes').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await state(page, 'Automatic thumbnail').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    expect((await ownRow()).hasChosenPoster).toBe(false)
    await page.getByRole('tab', { name: 'Details' }).click()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
  })

  test.each([1280, 390])('moves nothing that is chosen from while it is chosen, %d px wide', async (width) => {
    await resetPoster()
    const { page } = await visitAs(creator, thumbnailOf(id), { viewport: { width, height: 900 } })
    const slider = panel(page).getByRole('slider', { name: 'Frame' })
    const place = () => slider.evaluate((it) => it.getBoundingClientRect().top + scrollY)
    const before = await place()
    await panel(page).getByRole('radio').nth(2).focus()
    await page.keyboard.press('Space')
    await state(page, 'Frame at').waitFor()
    expect(await place()).toBe(before)
  })

  test('cannot be changed before the episode plays', async () => {
    const waiting = await createCreatorWith({ title: 'Rain', state: 'inprogress' })
    const { page } = await visitAs(waiting.creator, thumbnailOf(waiting.ids[0]!))
    expect(
      await panel(page).getByText('You can change the thumbnail once the episode is ready to play.').isVisible(),
    ).toBe(true)
    expect(await imageField(page).count()).toBe(0)
  })
})
