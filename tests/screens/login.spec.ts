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

  test.each([
    ['a wrong password', () => ({ email: viewer.email, password: 'not this one' })],
    ['an unknown email address', () => ({ email: 'nobody@example.com', password: 'not this one' })],
  ])('%s gets the same message; the address stays, the password is cleared', async (_, credentials) => {
    const { page, open } = await app.visit()
    await open('/login')
    await logIn(page, credentials())
    expect(await alertsOf(page)).toEqual(['Failed to login: The email address or password is incorrect.'])
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(credentials().email)
    await page.reload()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  })

  test.each([
    ['no address', { email: '', password: 'something' }, 'Failed to login: Please enter a valid email address.'],
    ['no password', { email: 'mika@example.com', password: '' }, 'Failed to login: Please enter a password.'],
  ])('%s gets our message, not the browser’s validation bubble', async (_, credentials, sentence) => {
    const { page, open } = await app.visit()
    await open('/login')
    await logIn(page, credentials)
    expect(await alertsOf(page)).toEqual([sentence])
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
  test.each(['/upload', '/dashboard', '/settings'])(
    'sends signed-out visitors from %s to the login and back',
    async (path) => {
      const { page, open } = await app.visit()
      await open(path)
      const there = new URL(page.url())
      expect(there.pathname + there.search).toBe(`/login?next=${encodeURIComponent(path)}`)
      await logIn(page, creator)
      await page.waitForURL(`**${path}`)
    },
  )

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
    await alertsOf(page)
    await logIn(page, creator)
    await page.waitForURL('**/upload')
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'a return path to %j is ignored',
    async (next) => {
      const { page, open, errors } = await app.visit()
      await open(`/login?next=${encodeURIComponent(next)}`)
      await logIn(page, viewer)
      await page.waitForURL(`${app.hoshi.url}/explore`)
      expect(errors).toEqual([])
    },
  )
})
