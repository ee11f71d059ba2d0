import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { publishClip } from '#tests/support/publishing.ts'

const on = onScreen()

let creator: Person
let watch: string

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  const clip = await makeClip(on.clipsDir, { seconds: 2 })
  watch = `/watch/${await publishClip(creator, clip, { title: 'Only one' })}`
})

/** A page whose scripts run, looked at by this person or by a stranger. */
async function openPage(path: string, person?: Person) {
  const visitor = await on.visit({ reducedMotion: 'reduce' })
  if (person) await visitor.logInAs(person)
  expect(await visitor.open(path)).toBe(200)
  await waitForScripts(visitor.page)
  return visitor
}

const upload = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload', exact: true })
const welcome = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Welcome, / })
const loading = (page: Page) => page.getByRole('main').getByText('Loading...', { exact: true })

/** Holds what the app asks for on its way to another screen, until told. */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

describe('‘Loading...’ stands while', () => {
  test.each([
    ['the shared layout', '/explore', 'upload', 'Upload'],
    ['a static page', '/about', 'upload', 'Upload'],
    ['the watch screen', '/watch', 'dashboard', 'Creator Dashboard'],
  ])('a guarded screen is fetched from %s', async (_, from, to, title) => {
    const { page } = await openPage(from === '/watch' ? watch : from, creator)
    const letGo = await hold(page, `**/${to}.data*`)
    await (to === 'upload' ? upload(page) : welcome(page)).click()
    await loading(page).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    letGo()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await loading(page).count()).toBe(0)
  })

  test('the guard asks who is there, and then leads a stranger to the login', async () => {
    const { page } = await openPage('/about')
    const letGo = await hold(page, '**/upload.data*')
    await upload(page).click()
    await loading(page).waitFor()
    letGo()
    await page.waitForURL('**/login?next=%2Fupload')
    await page.getByRole('heading', { level: 1, name: 'Welcome back!' }).waitFor()
  })

  test('a profile is long in coming', async () => {
    const { page } = await openPage('/explore')
    const letGo = await hold(page, '**/creator/*.data*')
    await page.getByRole('link', { name: 'View Creator' }).click()
    await loading(page).waitFor()
    letGo()
    await page.getByRole('heading', { level: 1, name: 'Aya' }).waitFor()
    await page.goBack()
    await page.getByText('Found 1 episode', { exact: true }).waitFor()
  })
})
