import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const site = setUpPlainSite()

async function visitSettings(role: 'viewer' | 'creator', path = '/settings') {
  const person = await createPerson(site.hoshi.url, role)
  const browser = await site.visit(person)
  const page = await browser.open(path)
  expect(page.status).toBe(200)
  return { person, browser, page }
}

async function profileOf({ account }: Person) {
  return (await createStranger(site.hoshi.url).call('GET', `/api/v1/creators/${account.uid}`)).json()
}

describe('the form of the profile', () => {
  test.each([
    ['Username', 'x'.repeat(41), 'The username must be plain text, 40 characters or fewer.'],
    ['Bio', 'x'.repeat(1001), 'The bio must be plain text, 1,000 characters or fewer.'],
    ['Patreon URL', 'nothing', 'The Patreon URL must be a valid link that starts with http:// or https://.'],
    ['Username', 'TAKEN  settings', 'This username is already taken.'],
  ])('refuses a wrong %s under its field, once, and keeps all input', async (label, value, sentence) => {
    await createPerson(site.hoshi.url, 'creator', 'Taken Settings').catch(() => {})
    const { page } = await visitSettings('creator')
    page.field('Bio').fill('Kept.')
    page.field(label).fill(value)
    const refused = await page.press('Save Profile')
    expect(refused.alerts()).toEqual([sentence])
    expect(refused.field(label)).toMatchObject({ value, errors: [sentence], attributes: { 'aria-invalid': 'true' } })
    expect(refused.field('Bio').value).toBe(label === 'Bio' ? value : 'Kept.')
  })

  test('names every wrong field at once, each under itself', async () => {
    const { page } = await visitSettings('creator')
    page.field('Username').fill('x'.repeat(41))
    page.field('Patreon URL').fill('nothing')
    const refused = await page.press('Save Profile')
    expect(refused.alerts()).toEqual([expect.stringContaining('2 fields need you')])
    expect(refused.field('Username').errors).toEqual(['The username must be plain text, 40 characters or fewer.'])
    expect(refused.field('Patreon URL').errors).toHaveLength(1)
    expect(refused.field('Bio').errors).toEqual([])
  })

  test('keeps the input when the session has ended', async () => {
    const { page, browser } = await visitSettings('creator')
    page.field('Bio').fill('Kept.')
    browser.forgetCookies()
    const refused = await page.press('Save Profile')
    expect(refused.alerts()).toEqual(['You must be logged in.'])
    expect(refused.field('Bio').value).toBe('Kept.')
  })

  test('makes a creator of a viewer, who may upload immediately', async () => {
    const { person, browser, page } = await visitSettings('viewer')
    page.field('Bio').fill('Kept.')
    page.field('Patreon URL').fill('nothing')
    const refused = await page.press('Become a Creator')
    expect(refused.alerts()).toHaveLength(1)
    expect(refused.field('Bio').value).toBe('Kept.')
    refused.field('Patreon URL').fill('https://example.com')
    const saved = await refused.press('Become a Creator')
    expect(saved.statuses()).toEqual(['You are a creator now. Your profile is public.'])
    expect(saved.all('button', 'Become a Creator')).toEqual([])
    expect(await profileOf(person)).toMatchObject({ bio: 'Kept.', patreonUrl: 'https://example.com/' })
    expect((await browser.open('/dashboard')).all('heading', 'Creator Dashboard')).toHaveLength(1)
    expect((await person.call('POST', '/api/v1/videos', { name: 'a.mp4', sizeBytes: 9 })).status).toBe(201)
  })
})

test('the form of the picture refuses a file of another kind, and says so under the field', async () => {
  const { page } = await visitSettings('creator')
  const picture = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'face.png', { type: 'image/png' })
  const missing = await page.press('Save Picture')
  expect(missing.alerts()).toEqual(['Please choose an image.'])
  missing.field('Picture').attach(picture(new Uint8Array(6 * 1024 ** 2)))
  const tooLarge = await missing.press('Save Picture')
  expect(tooLarge.alerts()).toEqual(['The image is larger than 5 MB. Please choose a smaller one.'])
  tooLarge.field('Picture').attach(picture(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')))
  const noPicture = await tooLarge.press('Save Picture')
  expect(noPicture.field('Picture').errors).toEqual(['The image must be a JPEG, PNG, WebP or GIF file.'])
  expect(noPicture.alerts()).toHaveLength(1)
})

test('the form of the password changes it; this session stays, another one ends', async () => {
  const { person, browser, page } = await visitSettings('viewer', '/settings/security')
  const sheetOf = (of: typeof page) => of.the('region', 'Password')
  const change = (of: typeof page, currentPassword: string, newPassword: string) => {
    sheetOf(of).field('Current password').fill(currentPassword)
    sheetOf(of).field('New password').fill(newPassword)
    return of.press('Change Password')
  }
  const wrong = await change(page, 'not this one', 'a brand new password')
  expect(wrong.alerts()).toEqual(['The current password is incorrect.'])
  expect(sheetOf(wrong).field('Current password').errors).toEqual(['The current password is incorrect.'])
  const short = await change(wrong, person.password, 'short')
  expect(short.alerts()).toEqual(['The password must have at least 8 characters.'])
  const changed = await change(short, person.password, 'a brand new password')
  expect(changed.statuses()).toEqual([expect.stringContaining('Your password has been changed.')])
  expect(sheetOf(changed).field('Current password').value).toBe('')
  expect((await browser.open('/settings')).url.pathname).toBe('/settings')
  const credentials = { email: person.email, password: 'a brand new password' }
  const signIn = await createStranger(site.hoshi.url).call('POST', '/api/auth/sign-in/email', credentials)
  expect(signIn.status).toBe(200)
  expect((await person.call('POST', '/api/v1/me/export')).status).toBe(401)
})

describe('the forms of other accounts', () => {
  test('lift a block', async () => {
    const blocked = await createPerson(site.hoshi.url, 'creator', `Loud ${newId().slice(0, 12)}`)
    const { person, browser, page } = await visitSettings('creator')
    const nobody = 'No blocked accounts. To block someone, open the menu on their comment.'
    expect(page.the('region', 'Blocked from commenting').text).toContain(nobody)
    const { id } = await publishEpisode(site.hoshi, person)
    const comment = (text: string) => blocked.call('POST', `/api/v1/episodes/${id}/comments`, { text })
    expect((await comment('FIRST!!')).status).toBe(201)
    expect((await person.call('PUT', `/api/v1/creators/${blocked.account.uid}/block`)).status).toBe(204)
    expect((await comment('Again')).status).toBe(403)
    const [row] = (await browser.open('/settings')).the('region', 'Blocked from commenting').all('listitem')
    expect(row?.text).toContain('FIRST!!')
    const lifted = await row!.press('Unblock')
    expect(lifted.statuses()).toEqual(['This account can comment on your episodes again.'])
    expect(lifted.the('region', 'Blocked from commenting').all('listitem')).toEqual([])
    expect((await comment('Back, and calmer')).status).toBe(201)
  })

  test('unmute an account', async () => {
    const name = `Loud ${newId().slice(0, 12)}`
    const loud = await createPerson(site.hoshi.url, 'creator', name)
    const silent = await createPerson(site.hoshi.url, 'viewer')
    const { person, browser, page } = await visitSettings('viewer', '/settings/watching')
    const mutedIn = (of: typeof page) => of.the('region', 'Muted accounts')
    const nobody = 'No muted accounts. To mute someone, open the menu on their timed note.'
    expect(mutedIn(page).text).toContain(nobody)
    for (const { account } of [loud, silent])
      expect((await person.call('PUT', `/api/v1/me/muted/${account.uid}`)).status).toBe(204)
    const rows = mutedIn(await browser.open('/settings/watching')).all('listitem')
    const first = await rows.find(({ text }) => text.includes(name))!.press('Unmute')
    expect(first.statuses()).toEqual(['You can see notes from this account again.'])
    expect(mutedIn(first).all('listitem')).toEqual([
      expect.objectContaining({ text: expect.stringContaining('A viewer') }),
    ])
    expect(mutedIn(await first.press('Unmute')).text).toContain(nobody)
  })
})

test('the form of the export prepares it, and the page then offers it as a download', async () => {
  const { person, browser, page } = await visitSettings('creator', '/settings/data')
  const asked = await page.press('Export My Data')
  expect(asked.all('link', 'Download Export')).toEqual([])
  const worker = await createTestHoshi({ beside: site.hoshi, environment: { ROLE: 'worker' } })
  try {
    const linkCount = async () => (await browser.open('/settings/data')).all('link', 'Download Export').length
    await expect.poll(linkCount).toBe(1)
  } finally {
    await worker.close()
  }
  const { attributes } = (await browser.open('/settings/data')).the('link', 'Download Export')
  const download = await person.call('GET', attributes.href!)
  expect(download.headers.get('content-disposition')).toContain('hoshi-export.tar')
  expect(Buffer.from(await download.arrayBuffer()).toString('latin1')).toContain('hoshi-export.json')
})

describe('the form of the deletion', () => {
  const later = /^Delete in 30 days/
  const now = /^Delete now, permanently/
  const box = 'Erase everything now. I understand that this cannot be undone.'

  test('hides the account, keeps what was chosen when it is refused, and logging in undoes it', async () => {
    const { person, browser, page } = await visitSettings('creator', '/settings/data')
    const sheetOf = (of: typeof page) => of.the('region', 'Delete my account')
    expect(page.field(later).isChecked).toBe(true)
    page.field(now).check()
    page.field(box).check()
    sheetOf(page).field('Password').fill('not this one')
    const refused = await page.press('Delete My Account')
    expect(refused.alerts()).toEqual(['The current password is incorrect.'])
    expect([refused.field(now).isChecked, refused.field(box).isChecked]).toEqual([true, true])
    refused.field(later).check()
    sheetOf(refused).field('Password').fill(person.password)
    const hidden = await refused.press('Delete My Account')
    expect(hidden.url.href).toContain('/login?after=account-hidden')
    expect(hidden.statuses()).toEqual([expect.stringContaining('Your account is hidden and scheduled for deletion.')])
    expect(hidden.text).toContain('day 0 of 30')
    expect(hidden.the('banner').all('link', 'Login').length).toBeGreaterThan(0)
    const profile = `/creator/${person.account.uid}`
    expect((await browser.open(profile)).status).toBe(404)
    const login = await browser.open('/login')
    login.field('Email').fill(person.email)
    login.field('Password').fill(person.password)
    const restored = await login.press('Log In')
    expect(restored.url.href).toContain('/settings/data?saved=restored')
    expect(sheetOf(restored).statuses()).toEqual([expect.stringContaining('Welcome back.')])
    expect((await browser.open(profile)).status).toBe(200)
  })

  test('erases the account at once after the box and the password', async () => {
    const { person, browser, page } = await visitSettings('creator', '/settings/data')
    const sheetOf = (of: typeof page) => of.the('region', 'Delete my account')
    page.field(now).check()
    sheetOf(page).field('Password').fill(person.password)
    const refused = await page.press('Delete My Account')
    expect(refused.alerts()).toEqual(['Please check the box to confirm. Erasing the account now cannot be undone.'])
    refused.field(box).check()
    sheetOf(refused).field('Password').fill(person.password)
    const erased = await refused.press('Delete My Account')
    expect(erased.url.href).toContain('/login?after=account-deleted')
    expect(erased.statuses()).toEqual(['Your account and everything in it have been deleted.'])
    expect((await browser.open(`/creator/${person.account.uid}`)).status).toBe(404)
    const login = await browser.open('/login')
    login.field('Email').fill(person.email)
    login.field('Password').fill(person.password)
    const failed = await login.press('Log In')
    expect(failed.alerts()).toEqual(['Failed to login: The email address or password is incorrect.'])
  })
})
