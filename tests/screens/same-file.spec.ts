import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForHydration, waitForSuccess } from '#tests/support/browser/forms.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

/** Every test has its own file, which nobody else has sent. */
async function openUpload(seconds: number) {
  const creator = await createPerson(app.hoshi.url, 'creator')
  const clip = await makeClip(app.clipsDir, { seconds, fps: 12 })
  const id = await publishClip(creator, clip, { title: 'The Last Local' })
  const visitor = await app.visit()
  // The page asks for a file like it for ten seconds; here the answer may take longer.
  await visitor.page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
  await visitor.logInAs(creator)
  await visitor.open('/upload')
  await waitForHydration(visitor.page)
  return { ...visitor, clip, path: `/watch/${id}` }
}

test('a file that is already here is noticed before it is sent, and may still be sent', async () => {
  const { page, clip, path, errors } = await openUpload(1)
  await fillUpload(page, { title: 'Once more', genre: 'Drama', file: clip })
  const before = page
    .getByRole('status')
    .filter({ hasText: 'You may have already uploaded this file as The Last Local' })
  await before.waitFor()
  expect(await before.getByRole('link').getAttribute('href')).toBe(path)
  await sendUpload(page)
  await waitForSuccess(page)
  const after = page.getByRole('status').filter({ hasText: 'You have already uploaded this file as The Last Local' })
  await after.waitFor()
  expect(await after.getByRole('link', { name: 'The Last Local' }).getAttribute('href')).toBe(path)
  expect(errors).toEqual([])
})

test('the same bytes under another name are recognised after the upload, also on the dashboard', async () => {
  const { page, open, clip, path } = await openUpload(1.5)
  const renamed = join(app.clipsDir, 'final-final.mp4')
  await copyFile(clip, renamed)
  await fillUpload(page, { title: 'Renamed', genre: 'Drama', file: renamed })
  await sendUpload(page)
  await waitForSuccess(page)
  await page.getByText(/^You have already uploaded this file as The Last Local/).waitFor()
  await open('/dashboard?tab=content')
  const card = page.getByRole('article', { name: 'Renamed' })
  await card.getByText('Same file as The Last Local').waitFor()
  expect(await card.getByRole('link', { name: 'The Last Local' }).getAttribute('href')).toBe(path)
  expect(await page.getByRole('article', { name: 'The Last Local' }).getByText('Same file as').count()).toBe(0)
})
