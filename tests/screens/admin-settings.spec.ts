import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let admin: Person

beforeAll(async () => {
  admin = await createStaff(app.hoshi, 'admin')
})

const restore = () =>
  app.hoshi.hoshi.rooms.administration.settings.change(admin.account, {
    announcement: '',
    signUp: 'open',
    moderation: 'flag',
    commentPolicy: 'open',
  })

test('an admin announces something, which everybody reads until they close it', async () => {
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(admin)
  await open('/admin/queue')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Announcement', { exact: true }).fill('a'.repeat(301))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('The announcement must be plain text, 300 characters or fewer.').waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByLabel('Announcement', { exact: true }).fill('Uploads pause at nine.')
  await page.getByRole('radio', { name: /^Hold links/ }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Settings saved. They take effect everywhere within a second.').waitFor()
  const bar = page.getByRole('region', { name: 'Announcement' })
  await bar.getByText('Uploads pause at nine.').waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  expect(await page.getByRole('radio', { name: /^Hold links/ }).isChecked()).toBe(true)

  const reader = await app.visit()
  await reader.open('/explore')
  await waitForHydration(reader.page)
  const read = reader.page.getByRole('region', { name: 'Announcement' })
  expect(await read.getByRole('status').textContent()).toBe('Uploads pause at nine.')
  expect(await axeViolationsAtAllWidths(reader.page)).toEqual([])
  const closed = reader.page.waitForResponse('**/announcement?*')
  await read.getByRole('button', { name: 'Close announcement' }).click()
  await closed
  expect(await read.count()).toBe(0)
  await reader.open('/about')
  expect(await read.count()).toBe(0)
  await restore()
  expect([errors, reader.errors]).toEqual([[expect.stringContaining('422')], []])
})

test('without scripts, the announcement is closed and the page comes back', async () => {
  await app.hoshi.hoshi.rooms.administration.settings.change(admin.account, { announcement: 'We are moving.' })
  const { page, open } = await app.visit({ javaScriptEnabled: false })
  await open('/explore?genre=Drama')
  const bar = page.getByRole('region', { name: 'Announcement' })
  await bar.getByRole('button', { name: 'Close announcement' }).click()
  await expect
    .poll(async () => [new URL(page.url()).pathname + new URL(page.url()).search, await bar.count()])
    .toEqual(['/explore?genre=Drama', 0])
  await restore()
})

test('without scripts, an admin makes an invitation, and somebody signs up with its link', async () => {
  const noScript = { javaScriptEnabled: false }
  const staff = await app.visit(noScript)
  await staff.logInAs(admin)
  await staff.open('/admin/settings')
  await staff.page.getByRole('radio', { name: /^Invitation only/ }).check()
  await staff.page.getByRole('button', { name: 'Save Changes' }).click()
  await staff.page.getByText('Settings saved.').waitFor()
  await staff.page.getByLabel('People').fill('none')
  await staff.page.getByRole('button', { name: 'Create Invitation' }).click()
  await staff.page.getByText('An invitation can be for 1 to 1,000 people.').waitFor()
  await staff.page.getByLabel('People').fill('1')
  await staff.page.getByRole('button', { name: 'Create Invitation' }).click()
  const link = staff.page.getByRole('status').getByRole('link')
  const url = new URL((await link.getAttribute('href'))!)
  expect(await staff.page.getByRole('row').getByText('1 of 1 left').count()).toBe(1)

  const guest = await app.visit(noScript)
  await guest.open('/signup')
  await guest.page.getByText('You need an invitation to sign up.').waitFor()
  await guest.open(url.pathname + url.search)
  expect(await guest.page.getByLabel('Invitation').inputValue()).toMatch(/^\w{26}$/)
  await guest.page.getByLabel('Email').fill('guest@example.org')
  await guest.page.getByLabel('Password', { exact: true }).fill('a good password')
  await guest.page.getByLabel(/I agree to the/).check()
  await guest.page.getByRole('button', { name: 'Register' }).click()
  await guest.page.waitForURL('**/login?*')

  await staff.open('/admin/settings')
  expect(await staff.page.getByRole('row').getByText('Used up').count()).toBe(1)
  await staff.page.getByRole('button', { name: /^Revoke the invitation from/ }).click()
  await staff.page.getByText('Invitation revoked.').waitFor()
  await staff.page.getByRole('radio', { name: /^Closed No new accounts/ }).check()
  await staff.page.getByRole('button', { name: 'Save Changes' }).click()
  await staff.page.getByText('Settings saved.').waitFor()
  await guest.open('/signup')
  await guest.page.getByText('Sign-ups are closed for now.').waitFor()
  expect(await guest.page.getByRole('button', { name: 'Register' }).count()).toBe(0)
  await staff.open('/admin/audit')
  const acts = await staff.page.getByRole('row').getByRole('rowheader').allInnerTexts()
  expect(acts.slice(0, 3).map((act) => act.split('\n')[0])).toEqual([
    'Settings changed',
    'Invitation revoked',
    'Invitation created',
  ])
  await restore()
})

test('a moderator has no settings', async () => {
  const { page, open, logInAs } = await app.visit()
  await logInAs(await createStaff(app.hoshi, 'moderator'))
  expect(await open('/admin/settings')).toBe(404)
  await open('/admin/queue')
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  const { page: other, open: openOther, logInAs: logInOther } = await app.visit()
  await logInOther(await createPerson(app.hoshi.url, 'viewer'))
  expect(await openOther('/admin/settings')).toBe(404)
  expect(await other.getByRole('region', { name: 'Announcement' }).count()).toBe(0)
})

test('a moderator lists a word, whose writer reads why a comment is not taken', async () => {
  const moderator = await createStaff(app.hoshi, 'moderator')
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(moderator)
  await open('/admin/queue')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Words' }).click()
  await page.getByRole('heading', { name: 'Words' }).waitFor()
  await page.getByLabel('Word', { exact: true }).fill('spam')
  await page.getByRole('checkbox', { name: 'Comments' }).uncheck()
  await page.getByRole('button', { name: 'Add Word' }).click()
  await page.getByText('Please choose at least one place.').waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Comments' }).check()
  await page.getByRole('radio', { name: /^Reject/ }).check()
  await page.getByRole('button', { name: 'Add Word' }).click()
  await page.getByText('Word added. It takes effect everywhere within a second.').waitFor()
  expect(await page.getByRole('row', { name: /^spam .*Reject .*Comments / }).count()).toBe(1)
  expect(await page.getByLabel('Word', { exact: true }).inputValue()).toBe('')
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  expect(errors).toEqual([expect.stringContaining('422')])

  const creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  const id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Night Market' })
  const writer = await app.visit()
  await writer.logInAs(await createPerson(app.hoshi.url, 'viewer'))
  await writer.open(`/watch/${id}`)
  await waitForHydration(writer.page)
  await writer.page.getByLabel('Your comment').fill('Buy spam')
  await writer.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await writer.page.getByText('This contains a word that is not allowed here. Please rephrase it.').waitFor()
  expect(await writer.page.getByLabel('Your comment').inputValue()).toBe('Buy spam')
})

test('without scripts, a word is listed and taken off the list', async () => {
  const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
  await logInAs(admin)
  await open('/admin/words')
  await page.getByLabel('Word', { exact: true }).fill('casino')
  await page.getByRole('checkbox', { name: 'Usernames' }).check()
  await page.getByRole('button', { name: 'Add Word' }).click()
  await page.getByText('Word added.').waitFor()
  await page.getByLabel('Word', { exact: true }).fill('CASINO')
  await page.getByRole('button', { name: 'Add Word' }).click()
  await page.getByText('This word is already on the list.').waitFor()
  expect(await page.getByLabel('Word', { exact: true }).inputValue()).toBe('CASINO')
  await page.getByRole('button', { name: 'Remove casino' }).click()
  await page.getByText('Word removed.').waitFor()
  expect(await page.getByRole('button', { name: 'Remove casino' }).count()).toBe(0)
})
