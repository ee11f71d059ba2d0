import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/by-hand.ts'
import { card, edit, onDashboard } from '#tests/support/dashboard.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'

const { creatorOf, on, signedIn } = onDashboard()
const run = promisify(execFile)
const tooLarge = { name: 'vast.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 ** 2 + 1) }

let creator: Person
let id: string
let png: Buffer

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator')
  id = await publishFinished(on.hoshi, creator, { seconds: 6 }, { title: 'Rain' })
  const path = join(on.clipsDir, 'still.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:s=640x360', '-frames:v', '1', path])
  png = await readFile(path)
})

interface Row {
  poster: string
  storyboard: string | null
  hasChosenPoster: boolean
}

async function ownRow(): Promise<Row> {
  const answer = await creator.call('GET', '/api/v1/me/episodes')
  return ((await answer.json()) as { episodes: Row[] }).episodes[0]!
}

const pictureOf = (part: Locator) => part.locator('img').first().getAttribute('src')
const part = (page: Page) => page.getByRole('region', { name: 'Picture', exact: true })
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true })
const still = () => ({ name: 'still.png', mimeType: 'image/png', buffer: png })

async function openEdit(page: Page): Promise<void> {
  await edit(page, 'Rain').click()
  await page.getByRole('dialog', { name: 'Edit Episode' }).waitFor()
}

async function backToAutomatic(): Promise<void> {
  const videoId = ((await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }).videoId
  await creator.call('DELETE', `/api/v1/videos/${videoId}/poster`)
}

describe('the picture of an episode', () => {
  test('is a frame chosen by keyboard, shown at once in sheet and list, and goes back', async () => {
    await backToAutomatic()
    const automatic = (await ownRow()).poster
    const { page, troubles } = await signedIn(creator, '/dashboard?tab=content')
    await openEdit(page)
    expect(await pictureOf(part(page))).toBe(automatic)
    await part(page).getByRole('status').getByText('The automatic picture').waitFor()
    await part(page).getByText('Choose another picture').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const chosen = part(page).getByRole('radio', { checked: true })
    expect(await chosen.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await part(page).getByRole('radio').count()).toBe(6)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await part(page).getByRole('status').getByText('A picture of your choice.').waitFor()
    const { poster, hasChosenPoster } = await ownRow()
    expect(hasChosenPoster).toBe(true)
    expect(poster).not.toBe(automatic)
    expect(await pictureOf(part(page))).toBe(poster)
    expect(await pictureOf(card(page, 'Rain'))).toBe(poster)
    await button(page, 'Back to the automatic one').click()
    await expect.poll(() => pictureOf(part(page))).toBe(automatic)
    await button(page, 'Back to the automatic one').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose another picture')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
  })

  test('is one that was uploaded, which another open dashboard shows too', async () => {
    await backToAutomatic()
    const elsewhere = await signedIn(creator, '/dashboard?tab=content')
    const { page, troubles } = await signedIn(creator, '/dashboard')
    await openEdit(page)
    await part(page).getByText('Choose another picture').click()
    await part(page).getByLabel('Upload a picture', { exact: true }).setInputFiles(still())
    await button(page, 'Upload Picture').click()
    await part(page).getByRole('status').getByText('A picture of your choice.').waitFor()
    const { poster } = await ownRow()
    expect(await pictureOf(part(page))).toBe(poster)
    await expect.poll(() => pictureOf(card(elsewhere.page, 'Rain'))).toBe(poster)
    const watching = await on.visit()
    await watching.open('/explore')
    expect(await pictureOf(card(watching.page, 'Rain'))).toBe(poster)
    expect([troubles, elsewhere.troubles]).toEqual([[], []])
  })

  test('stays, with the sentence where it belongs, when another will not do', async () => {
    await backToAutomatic()
    const { poster } = await ownRow()
    const { page } = await signedIn(creator)
    await openEdit(page)
    await part(page).getByText('Choose another picture').click()
    await button(page, 'Upload Picture').click()
    const file = part(page).getByLabel('Upload a picture', { exact: true })
    expect(await alertsOf(page)).toEqual(['Please choose a picture.'])
    await file.setInputFiles({ name: 'a.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await button(page, 'Upload Picture').click()
    await page.getByText('The picture must be a JPEG, PNG, WebP or GIF file.').waitFor()
    expect(await file.getAttribute('aria-invalid')).toBe('true')
    await file.setInputFiles(tooLarge)
    await button(page, 'Upload Picture').click()
    await page.getByText('The picture may have at most 5 MB.').waitFor()
    await button(page, 'Use This Frame').click()
    await page.getByText('Please choose a moment of the film, in seconds from its beginning.').waitFor()
    await page.route('**/poster', (route) => route.abort())
    await part(page).getByRole('radio').first().check({ force: true })
    await button(page, 'Use This Frame').click()
    await page.getByText('Error changing the picture. Please try again.').waitFor()
    expect((await ownRow()).poster).toBe(poster)
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
  })

  test('leaves the words alone: they are saved or not, as before', async () => {
    const { page } = await signedIn(creator)
    await openEdit(page)
    await page.getByLabel('Description', { exact: true }).fill('Typed before')
    await part(page).getByText('Choose another picture').click()
    await part(page).getByLabel('Upload a picture', { exact: true }).setInputFiles(still())
    await button(page, 'Upload Picture').click()
    await part(page).getByRole('status').getByText('A picture of your choice.').waitFor()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Typed before')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    const stored = await creator.call('GET', `/api/v1/episodes/${id}`)
    expect(await stored.json()).toMatchObject({ description: '' })
  })

  test.each([1280, 390])('moves nothing on the sheet as it changes, %d wide', async (width) => {
    await backToAutomatic()
    const { page } = await signedIn(creator, '/dashboard', { viewport: { width, height: 900 } })
    await openEdit(page)
    await part(page).getByText('Choose another picture').click()
    await part(page).getByRole('radio').nth(2).check({ force: true })
    await button(page, 'Use This Frame').scrollIntoViewIfNeeded()
    const place = await button(page, 'Use This Frame').boundingBox()
    await button(page, 'Use This Frame').click()
    await part(page).getByRole('status').getByText('A picture of your choice.').waitFor()
    expect(await button(page, 'Use This Frame').boundingBox()).toEqual(place)
  })

  test('cannot be changed before the episode plays', async () => {
    const waiting = await creatorOf({ title: 'Rain', state: 'inprogress' })
    const { page } = await signedIn(waiting.creator)
    await openEdit(page)
    expect(await part(page).getByText('It can be changed once the episode plays.').isVisible()).toBe(true)
    expect(await part(page).getByText('Choose another picture').count()).toBe(0)
  })
})

describe('without scripts, the picture of an episode', () => {
  const plain = { javaScriptEnabled: false }

  test('is chosen on the page that edits it, and the page shows it', async () => {
    await backToAutomatic()
    const automatic = (await ownRow()).poster
    const { page } = await signedIn(creator, `/dashboard?tab=content&edit=${id}`, plain)
    await part(page).getByText('Choose another picture').click()
    await part(page).getByRole('radio').nth(3).check({ force: true })
    await button(page, 'Use This Frame').click()
    await part(page).getByText('A picture of your choice.').waitFor()
    const frame = (await ownRow()).poster
    expect(await pictureOf(part(page))).toBe(frame)
    await part(page).getByText('Choose another picture').click()
    await part(page).getByLabel('Upload a picture', { exact: true }).setInputFiles(still())
    await button(page, 'Upload Picture').click()
    await expect.poll(async () => (await ownRow()).poster).not.toBe(frame)
    await button(page, 'Back to the automatic one').click()
    await part(page).getByText('The automatic picture').waitFor()
    expect(await pictureOf(part(page))).toBe(automatic)
  })

  test('is refused in words, on the same page', async () => {
    const { page, context } = await signedIn(creator, `/dashboard?tab=content&edit=${id}`, plain)
    await part(page).getByText('Choose another picture').click()
    await part(page).getByLabel('Upload a picture', { exact: true }).setInputFiles(tooLarge)
    await button(page, 'Upload Picture').click()
    expect(await alertsOf(page)).toEqual(['The picture may have at most 5 MB.'])
    await button(page, 'Use This Frame').click()
    await page.getByText('Please choose a moment of the film, in seconds from its beginning.').waitFor()
    await context.clearCookies()
    await button(page, 'Use This Frame').click()
    expect(await alertsOf(page)).toEqual(['You must be logged in.'])
  })

  test('is nobody else’s to change', async () => {
    const other = await createPerson(on.hoshi.url, 'creator')
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent: 'frame-poster', id, atSeconds: '1' })) form.set(name, value)
    expect((await other.call('POST', '/dashboard', form)).status).toBe(404)
  })
})
