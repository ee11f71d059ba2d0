import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, fillUpload, logIn, sendUpload, signUp } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { card, edit, field } from '#tests/support/worlds/dashboard.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
const noScript = { javaScriptEnabled: false }
const notAVideo = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a video at all') }

let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Plain')
})

describe('without scripts', () => {
  test('a viewer signs up, logs in and out', async () => {
    const { page, open } = await app.visit(noScript)
    const fields = { email: 'plain-viewer@example.com', password: 'a good password' }
    await open('/signup')
    expect(await page.getByRole('button', { name: 'Show' }).count()).toBe(0)
    await signUp(page, fields)
    await page.waitForURL('**/login*')
    await logIn(page, fields)
    await page.waitForURL('**/explore')
    await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL(`${app.hoshi.url}/`)
    expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).isVisible()).toBe(true)
  })

  test('an episode is edited on its own page', async () => {
    const id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Draft', tags: ['one', 'two'] })
    const { page, open, logInAs } = await app.visit(noScript)
    await logInAs(creator)
    await open('/dashboard?tab=content')
    await edit(page, 'Draft').click()
    await page.waitForURL(`**/dashboard?tab=content&edit=${id}`)
    await page.getByRole('link', { name: 'All settings' }).click()
    await page.waitForURL(`**/dashboard/episodes/${id}`)
    expect(await field(page, 'Tags').inputValue()).toBe('one, two')
    await field(page, 'Title').fill('')
    await field(page, 'Description').fill('Kept.')
    const loud = page.getByRole('checkbox', { name: 'Loud sounds' })
    await loud.check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('Please enter a title.').isVisible()).toBe(true)
    expect(await field(page, 'Description').inputValue()).toBe('Kept.')
    expect(await loud.isChecked()).toBe(true)
    await field(page, 'Title').fill('Final')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Sharing' }).click()
    await page.getByRole('switch', { name: 'Allow comments' }).uncheck()
    await page.getByRole('switch', { name: 'Allow saving frames' }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await page.getByRole('switch', { name: 'Allow comments' }).isChecked()).toBe(false)
    await open('/dashboard?tab=content')
    await card(page, 'Final').waitFor()
    const stored = await creator.call('GET', `/api/v1/episodes/${id}`)
    expect(await stored.json()).toMatchObject({ framesOpen: true })
    await open(`/watch/${id}`)
    await page.getByText('Loud sounds').waitFor()
    await page.getByText('Comments are closed.').waitFor()
  })
})

describe('without scripts, the upload form', () => {
  test('leads to the success panel', async () => {
    const { page, open, logInAs } = await app.visit(noScript)
    await logInAs(creator)
    await open('/upload')
    const file = await makeClip(app.clipsDir, { seconds: 2 })
    await fillUpload(page, { title: 'No scripts at all', genre: 'comedy', file, isNsfw: true })
    await sendUpload(page)
    await page.waitForURL('**/upload?uploaded=*')
    await page.getByRole('heading', { name: 'No scripts at all' }).waitFor()
    expect(await page.getByRole('link', { name: 'Upload Another' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'View My Profile' }).click()
    await page.waitForURL(`**/creator/${creator.account.uid}`)
    const card = page.getByRole('article', { name: 'No scripts at all' })
    expect(await card.getByText('Comedy', { exact: true }).isVisible()).toBe(true)
    expect(await card.getByText('NSFW', { exact: true }).isVisible()).toBe(true)
  })

  test('a file that only looks like a video is refused with the reason, and the input stays', async () => {
    const { page, open, logInAs } = await app.visit(noScript)
    await logInAs(creator)
    await open('/upload')
    const file = { ...notAVideo, name: 'film.mp4', mimeType: 'video/mp4' }
    await fillUpload(page, { title: 'Pretender', genre: 'Drama', file, isNsfw: true })
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Upload failed. Please try again.'])
    expect(await page.getByText('This file is not a video that Hoshi can open.').isVisible()).toBe(true)
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Pretender')
    expect(await page.getByLabel('NSFW', { exact: true }).isChecked()).toBe(true)
  })
})
