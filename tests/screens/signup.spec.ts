import { describe, expect, test } from 'vitest'
import { alertsOf, chooseAccountType, signUp } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const TERMS = 'You must agree to the Terms of Service and Privacy Policy to register.'
let count = 0

/** Credentials of a person without an account. */
function newCredentials() {
  count += 1
  return { email: `newcomer${count}@example.com`, password: 'a good password' }
}

describe('the sign-up screen', () => {
  test('asks creators for more, and viewers are the default', async () => {
    const { page, open, errors } = await app.visit()
    await open('/signup')
    expect(await page.getByRole('radio', { name: 'Viewer', exact: true }).isChecked()).toBe(true)
    for (const label of ['Username', 'Bio', 'Patreon URL'])
      expect(await page.getByLabel(label, { exact: true }).isVisible()).toBe(false)
    await chooseAccountType(page, 'Creator')
    for (const label of ['Username', 'Bio', 'Patreon URL']) await page.getByLabel(label, { exact: true }).waitFor()
    expect(await page.getByLabel('Patreon URL', { exact: true }).getAttribute('type')).toBe('url')
    const agreement = page.locator('label', { hasText: 'I agree to the' })
    expect(await agreement.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/terms')
    expect(await agreement.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy')
    expect(await page.getByRole('main').getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(errors).toEqual([])
  })

  test('a new viewer continues to the login', async () => {
    const { page, open } = await app.visit()
    await open('/signup')
    await signUp(page, newCredentials())
    await page.waitForURL('**/login*')
    await page.getByRole('status').getByText('Your account is ready. Please log in.').waitFor()
  })

  test('after it the login is filled in, and takes one press', async () => {
    const { page, open } = await app.visit()
    const fields = newCredentials()
    await open('/login?next=%2Fabout')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await signUp(page, fields)
    const logIn = page.getByRole('button', { name: 'Log In' })
    await logIn.waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(fields.email)
    await logIn.click()
    await page.waitForURL('**/about')
    await page.getByText(`Welcome, ${fields.email}`).first().waitFor()
  })

  test('every wrong field says so, the first has the focus, and a message goes once its field is right', async () => {
    const { page, open } = await app.visit()
    await open('/signup')
    await signUp(page, { email: 'mika@', password: 'short', agrees: false })
    const summary = page.getByRole('alert').filter({ hasText: '3 fields need you' })
    await summary.waitFor()
    const email = page.getByLabel('Email', { exact: true })
    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => email.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.getByText('Please enter a valid email address.', { exact: true }).waitFor()
    await email.fill('mika@example.com')
    await page.getByText('2 fields need you').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBeNull()
    await page.getByRole('link', { name: /^Password: / }).click()
    await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await password.inputValue()).toBe('short')
  })

  test('without agreement no account is created, and the input stays', async () => {
    const { page, open } = await app.visit()
    const fields = newCredentials()
    await open('/signup')
    await signUp(page, { ...fields, role: 'Creator', username: 'Aiko', bio: 'Paints.', agrees: false })
    expect(await alertsOf(page)).toEqual([TERMS])
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(fields.email)
    expect(await page.getByLabel('Username', { exact: true }).inputValue()).toBe('Aiko')
    expect(await page.getByLabel('Bio', { exact: true }).inputValue()).toBe('Paints.')
    await signUp(page, { ...fields, role: 'Creator' })
    await page.waitForURL('**/login*')
  })

  test('the message is above the form, and its field refers to it', async () => {
    const taken = await createPerson(app.hoshi.url, 'viewer')
    const { page, open } = await app.visit()
    await open('/signup')
    await signUp(page, { email: taken.email, password: 'a good password' })
    expect(await alertsOf(page)).toEqual(['An account with this email address already exists.'])
    const email = page.getByLabel('Email', { exact: true })
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const alertId = await page.getByRole('alert').getAttribute('id')
    expect(alertId).toBeTruthy()
    expect((await email.getAttribute('aria-describedby'))?.split(' ')).toContain(alertId)
    const alertTop = (await page.getByRole('alert').boundingBox())?.y ?? 0
    expect(alertTop).toBeLessThan((await email.boundingBox())?.y ?? 0)
  })
})

test('sign-up and login work by keyboard alone', async () => {
  const { email, password } = newCredentials()
  const { page, open } = await app.visit()
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))

  await open('/signup')
  await press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
  await press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#main')
  await press('Tab')
  expect(await focused()).toBe('email')
  await type(email)
  await press('Tab')
  expect(await focused()).toBe('password')
  await type(password)
  await tabTo('role')
  await press('ArrowRight')
  await tabTo('username')
  await type('By keys')
  await tabTo('terms')
  await press('Space')
  await press('Enter')
  await page.waitForURL('**/login*')

  await page.getByRole('status').waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>('#main')?.focus())
  await tabTo('email')
  await type(email)
  await tabTo('password')
  await type(password)
  await press('Enter')
  await page.waitForURL('**/dashboard')

  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await press('Tab')
      if ((await focused()) === name) return
    }
    throw new Error(`The keyboard never comes to ${name}.`)
  }
})
