import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { alertsOf, logIn } from '#tests/support/browser/forms.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const run = promisify(execFile)
const app = setUpApp(async () => ({ worksJobs: true }))
let avatarFile: string

beforeAll(async () => {
  avatarFile = join(app.clipsDir, 'face.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x200', '-frames:v', '1', avatarFile])
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Waits for a success message. */
const waitForStatus = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: sentence }).waitFor()
/** The messages under a field. */
const errorsUnder = (page: Page, label: string) =>
  page
    .locator('.field')
    .filter({ has: field(page, label) })
    .getByRole('alert')
    .allInnerTexts()

async function visitSettings(
  role: 'viewer' | 'creator',
  { name, path = '/settings' }: { name?: string; path?: string } = {},
) {
  const person = await createPerson(app.hoshi.url, role, name)
  const visitor = await app.visit()
  await visitor.logInAs(person)
  expect(await visitor.open(path)).toBe(200)
  return { person, ...visitor }
}

/** The sheet that deletes the account. */
function deletionOf(page: Page) {
  const sheet = page.getByRole('region', { name: 'Delete my account' })
  return {
    sheet,
    choice: (title: string) => sheet.getByRole('radio', { name: title }),
    box: sheet.getByRole('checkbox'),
    password: sheet.getByLabel('Password', { exact: true }),
  }
}

async function profileOf({ account }: Person) {
  return (await createStranger(app.hoshi.url).call('GET', `/api/v1/creators/${account.uid}`)).json()
}

describe('the settings screen', () => {
  test('is behind the login guard and linked in the top bar', async () => {
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    const { page, open, errors } = await app.visit()
    await open('/settings')
    expect(new URL(page.url()).search).toBe('?next=%2Fsettings')
    await logIn(page, viewer)
    await page.waitForURL('**/settings')
    await open('/')
    await page.getByRole('banner').getByLabel('Account').first().click()
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await page.getByRole('main').getByText(viewer.email).first().isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('has a page for each part, and older links find theirs', async () => {
    const { page, open, errors } = await visitSettings('viewer')
    const list = page.getByRole('navigation', { name: 'Settings' })
    await list.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('heading', { level: 2, name: 'Notifications' }).waitFor()
    await expect.poll(() => list.locator('[aria-current="page"]').allInnerTexts()).toEqual(['Notifications'])
    await open('/settings#password')
    await page.waitForURL('**/settings/security#password')
    await page.getByRole('region', { name: 'Password' }).waitFor()
    await open('/settings/profile')
    expect(new URL(page.url()).pathname).toBe('/settings')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.locator('.settings-menu > summary').click()
    await list.getByRole('link', { name: 'Your data' }).click()
    await page.waitForURL('**/settings/data')
    await expect.poll(() => list.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('is accessible, refused and asking, wide and narrow, dark and light', async () => {
    const { page, open } = await visitSettings('creator')
    await field(page, 'Patreon URL').fill('ftp://example.com')
    await press(page, 'Save Profile')
    await alertsOf(page)
    expect(await axeViolationsAtAllWidths(page), 'refused').toEqual([])
    for (const part of ['watching', 'notifications', 'security']) {
      await open(`/settings/${part}`)
      expect(await axeViolationsAtAllWidths(page), part).toEqual([])
    }
    await open('/settings/data')
    await deletionOf(page).choice('Delete now, permanently').check()
    await press(page, 'Delete My Account')
    await page.getByRole('alert').filter({ hasText: 'Please check the box' }).waitFor()
    expect(await axeViolationsAtAllWidths(page), 'asking').toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

describe('the profile', () => {
  test('is filled in, saved, and public immediately', async () => {
    const { person, page, errors } = await visitSettings('creator', { name: 'Mika' })
    expect(await field(page, 'Username').inputValue()).toBe('Mika')
    await field(page, 'Bio').fill('I draw trains.')
    await field(page, 'Patreon URL').fill('https://example.com/mika')
    await press(page, 'Save Profile')
    await waitForStatus(page, 'Your profile has been saved.')
    expect(await field(page, 'Bio').inputValue()).toBe('I draw trains.')
    expect(await profileOf(person)).toMatchObject({ bio: 'I draw trains.', patreonUrl: 'https://example.com/mika' })

    await field(page, 'Bio').fill('I draw boats.')
    await page.evaluate(() => {
      location.hash = '#support'
    })
    await press(page, 'Save Profile')
    await expect.poll(() => profileOf(person)).toMatchObject({ bio: 'I draw boats.' })
    expect(errors).toEqual([])
  })

  test.each([
    ['Username', 'x'.repeat(41), 'The username must be plain text, 40 characters or fewer.'],
    ['Bio', 'x'.repeat(1001), 'The bio must be plain text, 1,000 characters or fewer.'],
    ['Patreon URL', 'nothing', 'The Patreon URL must be a valid link that starts with http:// or https://.'],
    ['Username', 'TAKEN  settings', 'This username is already taken.'],
  ])('a wrong %s is refused under its field, once, and all input stays', async (label, value, sentence) => {
    await createPerson(app.hoshi.url, 'creator', 'Taken Settings').catch(() => {})
    const { page } = await visitSettings('creator')
    await field(page, 'Bio').fill('Kept.')
    await field(page, label).fill(value)
    await press(page, 'Save Profile')
    expect(await alertsOf(page)).toEqual([sentence])
    expect(await errorsUnder(page, label)).toEqual([sentence])
    expect(await field(page, label).inputValue()).toBe(value)
    expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'Bio').inputValue()).toBe(label === 'Bio' ? value : 'Kept.')
  })

  test('keeps the input when the session has ended', async () => {
    const { page, context } = await visitSettings('creator')
    await field(page, 'Bio').fill('Kept.')
    await context.clearCookies()
    await press(page, 'Save Profile')
    expect(await alertsOf(page)).toEqual(['You must be logged in.'])
    expect(await field(page, 'Bio').inputValue()).toBe('Kept.')
  })
})

describe('unsaved changes', () => {
  test('are put back by Discard, also after a refusal', async () => {
    const { page } = await visitSettings('creator', { name: 'Nao' })
    const profile = page.getByRole('region', { name: 'Profile', exact: true })
    const discard = profile.getByRole('button', { name: 'Discard' })
    expect(await discard.count()).toBe(0)
    await field(page, 'Bio').fill('Gone.')
    await discard.click()
    await discard.waitFor({ state: 'detached' })
    expect(await field(page, 'Bio').inputValue()).toBe('')
    await field(page, 'Patreon URL').fill('nothing')
    await press(page, 'Save Profile')
    expect(await alertsOf(page)).toHaveLength(1)
    await discard.click()
    await discard.waitFor({ state: 'detached' })
    expect(await field(page, 'Patreon URL').inputValue()).toBe('')
    expect(await profile.getByRole('alert').count()).toBe(0)
  })
})

describe('the sections', () => {
  test('an avatar is set, shown and removed; anything else is refused under the field', async () => {
    const { person, page, open } = await visitSettings('creator')
    const choose = async (name: string, buffer: Buffer) => {
      await field(page, 'Picture').setInputFiles({ name, mimeType: 'image/png', buffer })
      await press(page, 'Save Picture')
    }
    await press(page, 'Save Picture')
    expect(await alertsOf(page)).toEqual(['Please choose an image.'])
    await choose('large.png', Buffer.alloc(6 * 1024 ** 2))
    await page.getByText('The image is larger than 5 MB. Please choose a smaller one.').waitFor()
    await choose('face.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await page.getByText('The image must be a JPEG, PNG, WebP or GIF file.').waitFor()
    expect(await errorsUnder(page, 'Picture')).toEqual(['The image must be a JPEG, PNG, WebP or GIF file.'])
    await choose('face.png', await readFile(avatarFile))
    await waitForStatus(page, 'Your picture has been saved.')
    const { avatarUrl } = (await profileOf(person)) as { avatarUrl: string }
    await open(`/creator/${person.account.uid}`)
    expect(await page.locator(`img[src="${avatarUrl}"]`).first().isVisible()).toBe(true)
    await open('/settings')
    await press(page, 'Remove Picture')
    await waitForStatus(page, 'Your picture has been removed.')
    expect(await profileOf(person)).toMatchObject({ avatarUrl: '' })
  })

  test('the password changes; this session stays, another one ends', async () => {
    const { person, page, open } = await visitSettings('viewer', { path: '/settings/security' })
    const change = async (currentPassword: string, newPassword: string) => {
      await field(page, 'Current password').fill(currentPassword)
      await field(page, 'New password').fill(newPassword)
      await press(page, 'Change Password')
    }
    await page.getByRole('region', { name: 'Password' }).locator('summary').click()
    await change('not this one', 'a brand new password')
    expect(await alertsOf(page)).toEqual(['The current password is incorrect.'])
    expect(await errorsUnder(page, 'Current password')).toEqual(['The current password is incorrect.'])
    await change(person.password, 'short')
    await page.getByText('The password must have at least 8 characters.').waitFor()
    await change(person.password, 'a brand new password')
    await waitForStatus(page, 'Your password has been changed.')
    expect(await field(page, 'Current password').inputValue()).toBe('')
    await open('/settings')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const credentials = { email: person.email, password: 'a brand new password' }
    expect((await createStranger(app.hoshi.url).call('POST', '/api/auth/sign-in/email', credentials)).status).toBe(200)
    expect((await person.call('POST', '/api/v1/me/export')).status).toBe(401)
  })

  test('a creator lifts a block', async () => {
    const blocked = await createPerson(app.hoshi.url, 'creator', `Loud ${newId().slice(0, 12)}`)
    const { person, page, open } = await visitSettings('creator')
    const section = page.getByRole('region', { name: 'Blocked from commenting' })
    await section.getByText('No blocked accounts. To block someone, open the menu on their comment.').waitFor()
    const { id } = await publishEpisode(app.hoshi, person)
    const comment = (text: string) => blocked.call('POST', `/api/v1/episodes/${id}/comments`, { text })
    expect((await comment('FIRST!!')).status).toBe(201)
    expect((await person.call('PUT', `/api/v1/creators/${blocked.account.uid}/block`)).status).toBe(204)
    expect((await comment('Again')).status).toBe(403)
    await open('/settings')
    await section.getByRole('listitem').filter({ hasText: 'FIRST!!' }).getByRole('button', { name: 'Unblock' }).click()
    await waitForStatus(page, 'This account can comment on your episodes again.')
    expect(await section.getByRole('listitem').count()).toBe(0)
    expect((await comment('Back, and calmer')).status).toBe(201)
  })

  test('a person unmutes an account', async () => {
    const name = `Loud ${newId().slice(0, 12)}`
    const loud = await createPerson(app.hoshi.url, 'creator', name)
    const silent = await createPerson(app.hoshi.url, 'viewer')
    const { person, page, open } = await visitSettings('viewer', { path: '/settings/watching' })
    const section = page.getByRole('region', { name: 'Muted accounts' })
    await section.getByText('No muted accounts. To mute someone, open the menu on their timed note.').waitFor()
    for (const { account } of [loud, silent]) {
      expect((await person.call('PUT', `/api/v1/me/muted/${account.uid}`)).status).toBe(204)
    }
    await open('/settings/watching')
    const rows = section.getByRole('listitem')
    await rows.filter({ hasText: 'A viewer' }).waitFor()
    await rows.filter({ hasText: name }).getByRole('button', { name: 'Unmute' }).click()
    await waitForStatus(page, 'You can see notes from this account again.')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('A viewer')])
    await rows.getByRole('button', { name: 'Unmute' }).click()
    await section.getByText('No muted accounts. To mute someone, open the menu on their timed note.').waitFor()
  })

  test('a viewer becomes a creator and may upload immediately', async () => {
    const { person, page, open } = await visitSettings('viewer')
    await field(page, 'Bio').fill('Kept.')
    await field(page, 'Patreon URL').fill('nothing')
    await press(page, 'Become a Creator')
    expect(await alertsOf(page)).toHaveLength(1)
    expect(await field(page, 'Bio').inputValue()).toBe('Kept.')
    await field(page, 'Patreon URL').fill('https://example.com')
    await press(page, 'Become a Creator')
    await waitForStatus(page, 'You are a creator now. Your profile is public.')
    expect(await page.getByRole('button', { name: 'Become a Creator' }).count()).toBe(0)
    expect(await profileOf(person)).toMatchObject({ bio: 'Kept.', patreonUrl: 'https://example.com/' })
    await open('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard' }).waitFor()
    expect((await person.call('POST', '/api/v1/videos', { name: 'a.mp4', sizeBytes: 9 })).status).toBe(201)
  })

  test('an export is prepared, and then offered as a download', async () => {
    const { page } = await visitSettings('creator', { path: '/settings/data' })
    await press(page, 'Export My Data')
    const link = page.getByRole('link', { name: 'Download Export' })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('hoshi-export.tar')
    const { stdout } = await run('tar', ['-tf', await download.path()])
    expect(stdout).toContain('hoshi-export.json')
  })

  test('a deletion hides the account, keeps what was chosen when it is refused, and logging in undoes it', async () => {
    const { person, page, open } = await visitSettings('creator', { path: '/settings/data' })
    const { sheet, choice, box, password } = deletionOf(page)
    expect(await choice('Delete in 30 days').isChecked()).toBe(true)
    expect(await box.isVisible()).toBe(false)
    await choice('Delete now, permanently').check()
    await box.check()
    await password.fill('not this one')
    await press(page, 'Delete My Account')
    expect(await alertsOf(page)).toEqual(['The current password is incorrect.'])
    expect(await choice('Delete now, permanently').isChecked()).toBe(true)
    expect(await box.isChecked()).toBe(true)
    await choice('Delete in 30 days').check()
    await box.waitFor({ state: 'hidden' })
    await password.fill(person.password)
    await press(page, 'Delete My Account')
    await page.waitForURL('**/login?after=account-hidden*')
    await waitForStatus(page, 'Your account is hidden and scheduled for deletion.')
    await page.getByText('day 0 of 30').waitFor()
    expect(await open(`/creator/${person.account.uid}`)).toBe(404)
    expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).count()).toBeGreaterThan(0)
    await open('/login')
    await logIn(page, person)
    await page.waitForURL('**/settings/data?saved=restored*')
    await sheet.getByRole('status').filter({ hasText: 'Welcome back.' }).waitFor()
    expect(await open(`/creator/${person.account.uid}`)).toBe(200)
  })

  test('the account is erased at once after the box and the password', async () => {
    const { person, page, open } = await visitSettings('creator', { path: '/settings/data' })
    const { choice, box, password } = deletionOf(page)
    await choice('Delete now, permanently').check()
    await password.fill(person.password)
    await press(page, 'Delete My Account')
    expect(await alertsOf(page)).toEqual(['Please check the box to confirm. Erasing the account now cannot be undone.'])
    await box.check()
    await password.fill(person.password)
    await press(page, 'Delete My Account')
    await page.waitForURL('**/login?after=account-deleted*')
    await waitForStatus(page, 'Your account and everything in it have been deleted.')
    expect(await open(`/creator/${person.account.uid}`)).toBe(404)
    await open('/login')
    await logIn(page, person)
    expect(await alertsOf(page)).toEqual(['Failed to login: The email address or password is incorrect.'])
  })
})
