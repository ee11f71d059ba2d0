import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { alertsOf, logIn } from '#tests/support/browser/forms.ts'
import { createStranger } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { deletionOf, errorsUnder, field, press, visitSettings, waitForStatus } from '#tests/support/worlds/settings.ts'

const run = promisify(execFile)
const app = setUpApp(async () => ({ worksJobs: true }))

describe('the sections about an account', () => {
  test('the password changes; this session stays, another one ends', async () => {
    const { person, page, open } = await visitSettings(app, 'viewer', { path: '/settings/security' })
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

  test('an export is prepared, and then offered as a download', async () => {
    const { page } = await visitSettings(app, 'creator', { path: '/settings/data' })
    await press(page, 'Export My Data')
    const link = page.getByRole('link', { name: 'Download Export' })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('hoshi-export.tar')
    const { stdout } = await run('tar', ['-tf', await download.path()])
    expect(stdout).toContain('hoshi-export.json')
  })

  test('a deletion hides the account, keeps what was chosen when it is refused, and logging in undoes it', async () => {
    const { person, page, open } = await visitSettings(app, 'creator', { path: '/settings/data' })
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
    const { person, page, open } = await visitSettings(app, 'creator', { path: '/settings/data' })
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
