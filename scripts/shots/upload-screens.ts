import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { alertsOf, fillUpload, sendUpload, waitForSuccess } from '#tests/support/browser/forms.ts'
import { EDITED_TITLE, type Fixtures, type Shot } from './shot.ts'

/** The upload screen, empty, filled in, refused, sending and done. */
export function uploadShots({ clip, longClip }: Fixtures): Shot[] {
  const path = '/upload'
  const filled = { title: EDITED_TITLE, genre: 'Fantasy', file: clip }
  const form = (name: string, prepare?: Shot['prepare']): Shot => ({
    name: `upload${name}`,
    path,
    as: 'uploader',
    ...(prepare ? { prepare } : {}),
  })
  return [
    form(''),
    form('-chosen', (page) => fillUpload(page, filled).then(() => page.getByText(/ · [\d.]+ [KM]B/).waitFor())),
    form('-refused', (page) => sendUpload(page).then(() => alertsOf(page))),
    form('-too-long', (page) => fillUpload(page, { ...filled, file: longClip }).then(() => alertsOf(page))),
    form('-uploading', async (page) => {
      // The upload URL is returned, and then every request to it hangs.
      await page.route('**/api/uploads/**', () => {})
      await fillUpload(page, filled)
      await sendUpload(page)
      await page.getByRole('button', { name: 'Uploading...' }).waitFor()
    }),
    form('-failed', async (page) => {
      await page.route('**/api/v1/videos', (route) => route.fulfill({ status: 500, json: {} }))
      await fillUpload(page, filled)
      await sendUpload(page)
      await alertsOf(page)
    }),
    form('-queue', async (page) => {
      const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no video') }
      const files = [await asFile(clip, 'the_last_local.mp4'), await asFile(longClip, "director's cut.mp4"), notes]
      await page.getByLabel('Genre', { exact: true }).fill('Fantasy')
      await page.getByLabel('Video file', { exact: true }).setInputFiles(files)
      await page.getByText('Video exceeds 10-minute limit.').waitFor()
    }),
    form('-queue-sending', async (page) => {
      await chooseThree(page, clip)
      await page.route('**/api/uploads/**', () => {})
      await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
      await page.getByText('In queue, 2 ahead').waitFor()
    }),
    form('-queue-mixed', async (page) => {
      await chooseThree(page, clip)
      // The first file arrives, the second is refused, the third hangs.
      let uploads = 0
      await page.route('**/api/v1/videos', async (route) => {
        uploads += 1
        if (uploads === 2) return route.fulfill({ status: 500, json: {} })
        if (uploads === 3) await page.route('**/api/uploads/**', () => {})
        return route.continue()
      })
      await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
      await page.getByText('Your episode is ready.').waitFor()
      await page.getByRole('alert').waitFor()
      await page.getByText('0%', { exact: true }).waitFor()
    }),
    form('-leave', async (page) => {
      await page.route('**/api/uploads/**', () => {})
      await fillUpload(page, filled)
      await sendUpload(page)
      await page.getByRole('button', { name: 'Uploading...' }).waitFor()
      await page.getByRole('link', { name: 'About' }).last().click()
      await page.getByRole('dialog').waitFor()
    }),
    form('-queue-done', async (page) => {
      await chooseThree(page, clip)
      await page.getByRole('button', { name: 'Upload 3 Episodes' }).click()
      await page.getByRole('link', { name: 'View My Profile' }).waitFor()
    }),
    form('-done', async (page) => {
      await fillUpload(page, filled)
      await sendUpload(page)
      await waitForSuccess(page)
    }),
  ]
}

async function asFile(path: string, name: string) {
  return { name, mimeType: 'video/mp4', buffer: await readFile(path) }
}

async function chooseThree(page: Page, clip: string): Promise<void> {
  const names = ['the_last_local.mp4', 'salt on the handlebars.mp4', 'downhill-at-24.mp4']
  await page.getByLabel('Genre', { exact: true }).fill('Fantasy')
  const files = await Promise.all(names.map((name) => asFile(clip, name)))
  await page.getByLabel('Video file', { exact: true }).setInputFiles(files)
}
