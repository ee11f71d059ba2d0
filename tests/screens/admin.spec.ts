import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const words = 'Harassment in comments under three episodes, after two warnings.'

let admin: Person
let kappa: Person

beforeAll(async () => {
  admin = await createStaff(app.hoshi, 'admin')
  kappa = await createPerson(app.hoshi.url, 'creator', 'kappa_77')
})

test('an admin changes a role and a badge, suspends, and finds it all in the log', async () => {
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(admin)
  await open('/admin/accounts?search=kappa')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Creator, role of kappa_77' }).click()
  await page.getByRole('radio', { name: 'Moderator' }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('The role of kappa_77 was changed.').waitFor()
  await page.getByRole('switch', { name: 'Founding Creator, kappa_77' }).click()
  await page.getByText('The Founding Creator badge of kappa_77 was changed.').waitFor()
  await page.getByRole('link', { name: 'Suspend kappa_77' }).click()
  await page.getByRole('radio', { name: '30 days' }).check()
  await page.getByRole('button', { name: 'Suspend for 30 Days' }).click()
  expect(await page.getByRole('dialog').getByRole('alert').textContent()).toContain('Please give a reason.')
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByLabel('Message to the account holder').fill(words)
  await page.getByRole('button', { name: /^Suspend/ }).click()
  await page.getByText('kappa_77 has been suspended and logged out everywhere.').waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await open('/admin/audit')
  const acts = await page.getByRole('row').getByRole('rowheader').allInnerTexts()
  expect(acts.map((act) => act.split('\n')[0])).toEqual(['Suspended', 'Founding Creator changed', 'Role changed'])
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  expect(errors).toEqual([expect.stringContaining('422')])
})

test('without scripts a suspended person reads why, and an admin lets them back in', async () => {
  const noScript = { javaScriptEnabled: false }
  const suspended = await app.visit(noScript)
  await suspended.logInAs(kappa)
  await suspended.open('/settings')
  const notice = suspended.page.getByRole('region', { name: 'Your account' })
  expect(await notice.textContent()).toContain(`The reason: “${words}”`)
  const { page, open, logInAs } = await app.visit(noScript)
  await logInAs(admin)
  await open('/admin/accounts?search=kappa')
  await page.getByRole('button', { name: 'Reinstate kappa_77' }).click()
  await page.getByText('kappa_77 has been reinstated.').waitFor()
  await page.getByRole('link', { name: 'Suspend kappa_77' }).click()
  await page.getByRole('dialog', { name: 'Suspend kappa_77' }).waitFor()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await suspended.page.reload()
  expect(await notice.count()).toBe(0)
})

test('the link of the first start makes the first admin, once', async () => {
  await queryDatabase(app.hoshi.connectionString, `update users set role = 'viewer' where role = 'admin'`)
  const token = await app.hoshi.hoshi.rooms.identity.issueFirstAdminToken()
  const { page, open } = await app.visit()
  await open(`/first-admin?token=${token}`)
  await page.getByLabel('Email').fill('ren@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const used = await createStranger(app.hoshi.url).call('GET', `/first-admin?token=${token}`)
  expect([used.status, await used.text()]).toEqual([404, expect.stringContaining('This link is no longer valid.')])
})
