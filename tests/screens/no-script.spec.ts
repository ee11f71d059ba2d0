import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, fillUpload, logIn, sendUpload, signUp } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

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

  test('a creator signs up: the fields unfold, refusals keep everything but the password', async () => {
    const { page, open } = await app.visit(noScript)
    const fields = { email: 'plain-creator@example.com', password: 'a good password' }
    const more = { role: 'Creator' as const, username: 'Yuki', bio: 'Draws.', patreonUrl: 'https://example.com/yuki' }
    await open('/signup')
    await signUp(page, { ...fields, ...more, agrees: false })
    expect(await alertsOf(page)).toEqual(['You must agree to the Terms of Service and Privacy Policy to register.'])
    const typed = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
    expect(await typed('Email')).toBe(fields.email)
    expect(await typed('Username')).toBe('Yuki')
    expect(await typed('Bio')).toBe('Draws.')
    expect(await typed('Patreon URL')).toBe('https://example.com/yuki')
    expect(await typed('Password')).toBe('')
    expect(await page.getByRole('radio', { name: 'Creator', exact: true }).isChecked()).toBe(true)
    expect(await page.content()).not.toContain(fields.password)
    await signUp(page, fields)
    await page.waitForURL('**/login*')
    await logIn(page, fields)
    await page.waitForURL('**/dashboard')
  })

  test('a failed login says so, keeps the address and the return path, not the password', async () => {
    const { page, open } = await app.visit(noScript)
    await open('/upload')
    await logIn(page, { email: creator.email, password: 'not this one' })
    expect(await alertsOf(page)).toEqual(['Failed to login: The email address or password is incorrect.'])
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(creator.email)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await page.content()).not.toContain('not this one')
    await logIn(page, creator)
    await page.waitForURL('**/upload')
  })

  test('a forgotten password can be reset', async () => {
    const person = await createPerson(app.hoshi.url, 'viewer')
    const { page, open } = await app.visit(noScript)
    await open('/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await page.getByRole('status').getByText('Password reset email sent! Check your inbox.').waitFor()
    await expect.poll(() => app.hoshi.mails.length).toBe(1)
    const token = /token=(\S+)/.exec(app.hoshi.mails[0]?.text ?? '')?.[1]
    await open(`/reset-password?token=${token}`)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set New Password' }).click()
    expect(await alertsOf(page)).toEqual(['The password must have at least 8 characters.'])
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('New password', { exact: true }).fill('an even better one')
    await page.getByRole('button', { name: 'Set New Password' }).click()
    await page.waitForURL('**/login*')
    await logIn(page, { email: person.email, password: 'an even better one' })
    await page.waitForURL('**/explore')
  })

  test('Explore has links to further pages', async () => {
    for (let n = 1; n <= 26; n++) await seedEpisode(app.hoshi.connectionString, creator, { title: `Cut ${n}` })
    const { page, open } = await app.visit(noScript)
    await open('/explore')
    expect(await page.getByText('Found 26 episodes', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByRole('article').count()).toBe(24)
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.waitForURL('**/explore?cursor=*')
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(['Cut 2', 'Cut 1'])
    expect(await page.getByRole('link', { name: 'Load more' }).count()).toBe(0)
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

  test.each([
    ['no title', { title: '', genre: 'Drama', file: notAVideo }, 'Please enter a title.'],
    ['no genre', { title: 'Kept', genre: '', file: notAVideo }, 'Please enter a genre.'],
    ['no video', { title: 'Kept', genre: 'Drama', file: notAVideo }, 'Please select a video file.'],
  ])('%s is refused with its message, and the input stays', async (_, fields, sentence) => {
    const { page, open, logInAs } = await app.visit(noScript)
    await logInAs(creator)
    await open('/upload')
    await fillUpload(page, fields)
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual([sentence])
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(fields.title)
    expect(await page.getByLabel('Genre', { exact: true }).inputValue()).toBe(fields.genre)
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
