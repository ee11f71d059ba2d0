import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, logIn } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let creator: Person
let viewer: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator')
  viewer = await createPerson(app.hoshi.url, 'viewer')
})

describe('the login screen', () => {
  test('has its texts, links and a password that can be shown', async () => {
    const { page, open, errors } = await app.visit()
    await open('/login')
    await page.getByRole('heading', { level: 1, name: 'Welcome back!' }).waitFor()
    expect(await page.getByText('Login to continue your anime journey').isVisible()).toBe(true)
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup')
    const password = page.getByLabel('Password', { exact: true })
    await page.getByRole('button', { name: 'Show' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide' }).click()
    expect(await password.getAttribute('type')).toBe('password')
    expect(errors).toEqual([])
  })

  test('a viewer lands on Explore, a creator on the dashboard', async () => {
    for (const [person, path] of [
      [viewer, '/explore'],
      [creator, '/dashboard'],
    ] as const) {
      const { page, open } = await app.visit()
      await open('/login')
      await logIn(page, person)
      await page.waitForURL(`**${path}`)
      await page.getByText(`Welcome, ${person.email}`).first().waitFor()
      await open('/login')
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  test('logging out ends the session on the server', async () => {
    const { page, open, context, logInAs } = await app.visit()
    await logInAs(viewer)
    const cookies = await context.cookies()
    await open('/explore')
    await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
    await context.addCookies(cookies)
    await open('/upload')
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})

describe('the login guard', () => {
  test('works inside the app as on a full load', async () => {
    const { page, open } = await app.visit()
    await open('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click()
    await page.waitForURL('**/login?next=%2Fupload')
    await logIn(page, viewer)
    await page.waitForURL('**/upload')
  })

  test('keeps the return path through a failed attempt', async () => {
    const { page, open } = await app.visit()
    await open('/upload')
    await logIn(page, { email: creator.email, password: 'not this one' })
    expect(await alertsOf(page)).toEqual(['Failed to login: The email address or password is incorrect.'])
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(creator.email)
    await logIn(page, creator)
    await page.waitForURL('**/upload')
  })
})
