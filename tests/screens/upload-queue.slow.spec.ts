import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sendUpload, waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

async function openForm() {
  const creator = await createPerson(app.hoshi.url, 'creator')
  const visitor = await app.visit()
  await visitor.logInAs(creator)
  await visitor.open('/upload')
  await waitForHydration(visitor.page)
  return { ...visitor, creator }
}

/** The same few frames under another name: to the page another file. */
async function clipAs(name: string): Promise<string> {
  const path = join(app.clipsDir, name)
  await copyFile(await makeClip(app.clipsDir, { seconds: 1, fps: 12 }), path)
  return path
}

async function audioClipAs(name: string): Promise<string> {
  const path = join(app.clipsDir, name)
  await copyFile(await makeClip(app.clipsDir, { video: 'none', container: 'm4a' }), path)
  return path
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const chooseFiles = (page: Page, files: string[]) => page.getByLabel('Video file', { exact: true }).setInputFiles(files)
const titleOf = (page: Page, name: string) => card(page, name).getByLabel('Title', { exact: true })
const genreOf = (page: Page, name: string) => card(page, name).getByLabel('Genre', { exact: true })
const waitForUpload = (page: Page, title: string) => card(page, title).getByText('Your episode is ready.').waitFor()
/** Each upload URL is returned, but no byte gets through. */
const blockUploads = (page: Page) => page.context().route('**/api/uploads/**', () => {})

describe('several files', () => {
  test('become a card each and are sent in sequence, and a refused one does not stop the others', async () => {
    const { page, errors, open, creator } = await openForm()
    const files = [await clipAs('first_train.mp4'), await audioClipAs('only-sound.mp4'), await clipAs('last train.mp4')]
    await page.getByLabel('Genre', { exact: true }).fill('Drama')
    await chooseFiles(page, files)
    await page.getByText('3 files', { exact: true }).waitFor()
    expect(await titleOf(page, 'first_train.mp4').inputValue()).toBe('First Train')
    expect(await genreOf(page, 'last train.mp4').inputValue()).toBe('Drama')
    await titleOf(page, 'last train.mp4').fill('The Last Train')
    await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()

    await waitForUpload(page, 'First Train')
    await waitForUpload(page, 'The Last Train')
    const refused = card(page, 'only-sound.mp4')
    expect(await refused.getByRole('alert').allInnerTexts()).toEqual(['Upload failed. Please try again.'])
    await refused.getByText(/^The file has sound but no video\./).waitFor()
    expect(await titleOf(page, 'only-sound.mp4').inputValue()).toBe('Only Sound')
    await page.getByText('2 of 3 files uploaded, 1 failed').waitFor()
    await refused.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('All 2 files uploaded').waitFor()
    expect(await page.getByRole('link', { name: 'Upload Another' }).isVisible()).toBe(true)
    await open(`/creator/${creator.account.uid}`)
    for (const name of ['First Train', 'The Last Train']) await page.getByRole('article', { name }).waitFor()
    expect(errors).toEqual([])
  })

  test('show at each card what is missing, and the others are sent', async () => {
    const { page } = await openForm()
    await chooseFiles(page, [await clipAs('one.mp4'), await clipAs('two.mp4')])
    await genreOf(page, 'two.mp4').fill('Drama')
    await page.getByRole('button', { name: 'Upload 2 Episodes' }).click()
    await waitForUpload(page, 'Two')
    expect(await card(page, 'one.mp4').getByRole('alert').allInnerTexts()).toEqual(['Please enter a genre.'])
    await genreOf(page, 'one.mp4').fill('Drama')
    await page.getByRole('button', { name: 'Upload 1 Episode' }).click()
    await waitForUpload(page, 'One')
  })

  test('wait in a queue with their positions shown, and one can be cancelled', async () => {
    const { page } = await openForm()
    await blockUploads(page)
    await page.getByLabel('Genre', { exact: true }).fill('Drama')
    await chooseFiles(page, [await clipAs('a.mp4'), await clipAs('b.mp4'), await clipAs('c.mp4')])
    await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
    await card(page, 'a.mp4').getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    await card(page, 'b.mp4').getByText('In queue, 1 ahead').waitFor()
    await card(page, 'c.mp4').getByText('In queue, 2 ahead').waitFor()
    expect(await page.getByRole('button', { name: 'Uploading...' }).isDisabled()).toBe(true)
    await card(page, 'b.mp4').getByRole('button', { name: 'Cancel' }).click()
    await card(page, 'c.mp4').getByText('In queue, 1 ahead').waitFor()
    expect(await titleOf(page, 'b.mp4').inputValue()).toBe('B')
    await card(page, 'a.mp4').getByRole('button', { name: 'Cancel' }).click()
    await card(page, 'c.mp4').getByRole('progressbar', { name: 'Upload progress' }).waitFor()
  })

  test('continue after a reload, each with its fields', async () => {
    const { page, context } = await openForm()
    await blockUploads(page)
    const files = [await clipAs('east.mp4'), await clipAs('north.mp4'), await clipAs('west.mp4')]
    await page.getByLabel('Genre', { exact: true }).fill('Drama')
    await chooseFiles(page, files)
    await titleOf(page, 'west.mp4').fill('Westwards')
    await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
    await card(page, 'east.mp4').getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    await card(page, 'west.mp4').getByText('In queue, 2 ahead').waitFor()
    // Stored with its URL, which lets it continue; the others have none yet.
    await page.waitForFunction(() => localStorage.getItem('hoshi.uploads')?.includes('uploadURL'))

    await page.reload()
    await waitForHydration(page)
    await card(page, 'east.mp4').getByText('east.mp4 is only partly uploaded. Choose it again to continue.').waitFor()
    await card(page, 'west.mp4')
      .getByText('west.mp4 has not been uploaded yet. Choose it again to upload it.')
      .waitFor()
    expect(await titleOf(page, 'west.mp4').inputValue()).toBe('Westwards')
    await context.unroute('**/api/uploads/**')
    const urlRequests: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/videos')) urlRequests.push(request.url())
    })
    await page.getByLabel('Choose Files Again', { exact: true }).setInputFiles(files)
    await card(page, 'east.mp4').getByText('The upload will continue where it stopped.').waitFor()
    await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
    for (const title of ['East', 'North', 'Westwards']) await waitForUpload(page, title)
    expect(urlRequests.length).toBe(2)
    await page.reload()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
    expect(await page.getByText(/is only partly uploaded|has not been uploaded/).count()).toBe(0)
  })
})

describe('leaving during an upload', () => {
  test('asks first, and stays or leaves', async () => {
    const { page } = await openForm()
    await blockUploads(page)
    await page.getByLabel('Title', { exact: true }).fill('Under way')
    await page.getByLabel('Genre', { exact: true }).fill('Drama')
    await chooseFiles(page, [await clipAs('under-way.mp4')])
    await sendUpload(page)
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    const leave = page.getByRole('dialog', { name: 'Leave while your file is uploading?' })
    await page.getByRole('link', { name: 'Explore', exact: true }).first().click()
    await leave.getByRole('button', { name: 'Stay' }).click()
    await leave.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/upload')
    await page.getByRole('link', { name: 'Explore', exact: true }).first().click()
    await leave.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/explore')
    await page.getByRole('heading', { name: 'Explore' }).waitFor()
  })

  test('asks in the browser’s own words when the page is closed', async () => {
    const { page } = await openForm()
    await blockUploads(page)
    await page.getByLabel('Title', { exact: true }).fill('Not yet')
    await page.getByLabel('Genre', { exact: true }).fill('Drama')
    await chooseFiles(page, [await clipAs('not-yet.mp4')])
    await sendUpload(page)
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    const dialog = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await dialog).type()).toBe('beforeunload')
    await (await dialog).dismiss()
    expect(page.isClosed()).toBe(false)
  })
})
