import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alertsOf, logIn, requestReset } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { startHoshiInstance } from '#tests/support/worlds/hoshi-instance.server.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
const NEW_PASSWORD = 'an even better one'

describe('a forgotten password', () => {
  test('a mail leads to a new one; the old one, the old session and the used link stop working', async () => {
    const person = await createPerson(app.hoshi.url, 'viewer')
    const elsewhere = await app.visit()
    await elsewhere.logInAs(person)
    await elsewhere.open('/explore')
    await elsewhere.page.getByText(`Welcome, ${person.email}`).first().waitFor()

    const { page, open } = await app.visit()
    await open('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.waitForURL('**/forgot-password')
    await requestReset(page, person.email)
    await page.getByRole('status').getByText('Password reset email sent! Check your inbox.').waitFor()

    const link = await linkFromMails(() => Promise.resolve(app.hoshi.mails.map(({ text }) => text)))
    const path = new URL(link).pathname + new URL(link).search
    await open(path)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set New Password' }).click()
    expect(await alertsOf(page)).toEqual(['The password must have at least 8 characters.'])

    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set New Password' }).click()
    await page.waitForURL('**/login*')
    await page.getByRole('status').getByText('Your new password is set. Please log in.').waitFor()

    await logIn(page, person)
    expect(await alertsOf(page)).toEqual(['Failed to login: The email address or password is incorrect.'])
    await logIn(page, { email: person.email, password: NEW_PASSWORD })
    await page.waitForURL('**/explore')

    await elsewhere.page.reload()
    await elsewhere.page.getByRole('link', { name: 'Login' }).first().waitFor()
    expect(await elsewhere.page.getByText(`Welcome, ${person.email}`).count()).toBe(0)

    const late = await app.visit()
    await late.open(path)
    await late.page.getByLabel('New password', { exact: true }).fill('a third password')
    await late.page.getByRole('button', { name: 'Set New Password' }).click()
    expect(await alertsOf(late.page)).toEqual(['This reset link is no longer valid. Please request a new one.'])
  })
})

describe('without a mail server', () => {
  test('the mail in the outbox folder leads to a new password', async () => {
    const server = await startHoshiInstance()
    try {
      const person = await createPerson(server.url, 'creator')
      const { page, open } = await app.visit({}, server.url)
      await open('/forgot-password')
      await requestReset(page, person.email)
      await page.getByRole('status').getByText('Password reset email sent! Check your inbox.').waitFor()

      const link = await linkFromMails(() => readOutbox(join(server.dataDir, 'outbox')))
      expect(new URL(link).port).toBe(new URL(server.url).port)
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: 'Set New Password' }).click()
      await page.waitForURL('**/login*')
      await logIn(page, { email: person.email, password: NEW_PASSWORD })
      await page.waitForURL('**/dashboard')
    } finally {
      await server.close()
    }
  })
})

/** Waits for a mail with a link in it. */
async function linkFromMails(readMails: () => Promise<string[]>): Promise<string> {
  const find = async () => (await readMails()).map((text) => /https?:\/\/\S*token=\S+/.exec(text)?.[0]).at(-1)
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? ''
}

/** The decoded texts of the mails in the folder. */
async function readOutbox(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
  return mails.map((mail) => (/^Content-Transfer-Encoding: quoted-printable/im.test(mail) ? unfold(mail) : mail))
}

function unfold(quotedPrintable: string): string {
  return quotedPrintable
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
