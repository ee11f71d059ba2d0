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
const section = (page: Page) => page.getByRole('region', { name: 'Thumbnail', exact: true })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })
const stillImage = () => ({ name: 'still.png', mimeType: 'image/png', buffer: png })

const thumbnailOf = (episodeId: string) => `/dashboard/episodes/${episodeId}/thumbnail`

async function resetPoster(): Promise<void> {
  const videoId = ((await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }).videoId
  await creator.call('DELETE', `/api/v1/videos/${videoId}/poster`)
}

describe('the poster of an episode', () => {
  test('can be a frame chosen by keyboard, shown immediately on the page and in the list, and be reset', async () => {
    await resetPoster()
    const automatic = (await ownRow()).poster
    const list = await visitAs(creator, '/dashboard?tab=content')
    const { page, errors } = await visitAs(creator, thumbnailOf(id))
    expect(await posterOf(section(page))).toBe(automatic)
    await section(page).getByRole('status').getByText('Automatic thumbnail').waitFor()
    await section(page).getByText('Change thumbnail').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const chosen = section(page).getByRole('radio', { checked: true })
    expect(await chosen.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await section(page).getByRole('radio').count()).toBe(6)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await section(page).getByRole('status').getByText('Custom thumbnail.').waitFor()
    const { poster, hasChosenPoster } = await ownRow()
    expect(hasChosenPoster).toBe(true)
    expect(poster).not.toBe(automatic)
    expect(await posterOf(section(page))).toBe(poster)
    await expect.poll(() => posterOf(card(list.page, 'Rain'))).toBe(poster)
    await button(page, 'Use Automatic Thumbnail').click()
    await expect.poll(() => posterOf(section(page))).toBe(automatic)
    await button(page, 'Use Automatic Thumbnail').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change thumbnail')
    expect(errors).toEqual([])
  })

  test('can be uploaded, and another open dashboard shows it too', async () => {
    await resetPoster()
    const elsewhere = await visitAs(creator, '/dashboard?tab=content')
    const { page, errors } = await visitAs(creator, thumbnailOf(id))
    await section(page).getByText('Change thumbnail').click()
    await section(page).getByLabel('Upload an image', { exact: true }).setInputFiles(stillImage())
    await button(page, 'Upload Image').click()
    await section(page).getByRole('status').getByText('Custom thumbnail.').waitFor()
    const { poster } = await ownRow()
    expect(await posterOf(section(page))).toBe(poster)
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
    await section(page).getByText('Change thumbnail').click()
    await button(page, 'Upload Image').click()
    const file = section(page).getByLabel('Upload an image', { exact: true })
    expect(await alertsOf(page)).toEqual(['Please choose an image.'])
    await file.setInputFiles({ name: 'a.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await button(page, 'Upload Image').click()
    await page.getByText('The image must be a JPEG, PNG, WebP or GIF file.').waitFor()
    expect(await file.getAttribute('aria-invalid')).toBe('true')
    await file.setInputFiles(tooLarge)
    await button(page, 'Upload Image').click()
    await page.getByText('The image is larger than 5 MB. Please choose a smaller one.').waitFor()
    await button(page, 'Use This Frame').click()
    await page.getByText('Please choose a time within the video, in seconds from the start.').waitFor()
    await page.route('**/poster', (route) => route.abort())
    await section(page).getByRole('radio').first().check({ force: true })
    await button(page, 'Use This Frame').click()
    await page.getByText('Error updating thumbnail. Please try again.').waitFor()
    expect((await ownRow()).poster).toBe(poster)
  })

  test('does not affect the other fields, which are saved separately', async () => {
    const { page } = await visitAs(creator, `/dashboard/episodes/${id}`)
    await page.getByLabel('Description', { exact: true }).fill('Typed before')
    await page.getByRole('tab', { name: 'Thumbnail' }).click()
    await section(page).getByText('Change thumbnail').click()
    await section(page).getByLabel('Upload an image', { exact: true }).setInputFiles(stillImage())
    await button(page, 'Upload Image').click()
    await section(page).getByRole('status').getByText('Custom thumbnail.').waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Typed before')
    await page.getByRole('button', { name: 'Discard' }).click()
    const stored = await creator.call('GET', `/api/v1/episodes/${id}`)
    expect(await stored.json()).toMatchObject({ description: '' })
  })

  test.each([1280, 390])('shifts nothing on the page when it changes, %d px wide', async (width) => {
    await resetPoster()
    const { page } = await visitAs(creator, thumbnailOf(id), { viewport: { width, height: 900 } })
    await section(page).getByText('Change thumbnail').click()
    await section(page).getByRole('radio').nth(2).check({ force: true })
    // Scrolls as a click would, past what lies over the page at its bottom.
    await button(page, 'Use This Frame').hover()
    const position = await button(page, 'Use This Frame').boundingBox()
    await button(page, 'Use This Frame').click()
    await section(page).getByRole('status').getByText('Custom thumbnail.').waitFor()
    expect(await button(page, 'Use This Frame').boundingBox()).toEqual(position)
  })

  test('cannot be changed before the episode plays', async () => {
    const waiting = await createCreatorWith({ title: 'Rain', state: 'inprogress' })
    const { page } = await visitAs(waiting.creator, thumbnailOf(waiting.ids[0]!))
    expect(
      await section(page).getByText('You can change the thumbnail once the episode is ready to play.').isVisible(),
    ).toBe(true)
    expect(await section(page).getByText('Change thumbnail').count()).toBe(0)
  })
})
