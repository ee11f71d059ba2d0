import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let creator: Person
let id: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  id = await publishFinished(app.hoshi, creator, 'film', { title: 'Rain' })
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share' })
const share = (page: Page) => page.getByRole('link', { name: 'Share', exact: true })
const linkIn = (page: Page) => dialogOf(page).getByLabel('Link', { exact: true })
const positionOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

async function openDialog(path: string) {
  const visitor = await app.visit()
  await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.open(path)
  await waitForHydration(visitor.page)
  await share(visitor.page).click()
  await dialogOf(visitor.page).waitFor()
  return visitor
}

describe('the share dialog', () => {
  test('copies the link, from the start or from a chosen second', async () => {
    const { page, errors } = await openDialog(`/watch/${id}`)
    const url = `${app.hoshi.url}/watch/${id}`
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const copy = () =>
      dialogOf(page)
        .getByRole('button', { name: /^(Copy|Copied)$/ })
        .click()
    expect(new URL(await linkIn(page).inputValue()).pathname).toBe(`/watch/${id}`)
    expect(await linkIn(page).evaluate((field) => field.scrollLeft)).toBe(0)
    await copy()
    await dialogOf(page).getByRole('status').filter({ hasText: 'Link copied.' }).waitFor()
    expect(new URL(await copied()).pathname).toBe(new URL(url).pathname)

    await dialogOf(page).getByLabel('Start time').fill('0:12')
    expect(await dialogOf(page).getByRole('switch', { name: 'Start at' }).isChecked()).toBe(true)
    await copy()
    await dialogOf(page).getByRole('status').filter({ hasText: 'Link copied, starts at 0:12.' }).waitFor()
    expect(await copied()).toMatch(/\?t=12$/)
    const mail = new URL((await dialogOf(page).getByRole('link', { name: 'Mail' }).getAttribute('href'))!)
    expect(mail.searchParams.get('subject')).toBe('Rain, by Mio')
    expect(mail.searchParams.get('body')).toMatch(/\?t=12$/)
    await dialogOf(page).getByRole('button', { name: 'Copy embed code' }).click()
    await dialogOf(page).getByText('Embed code copied.').waitFor()
    expect(await copied()).toContain(`/embed/${id}?t=12" width="640"`)
    await dialogOf(page).getByLabel('Start time').fill('9:59')
    expect(await linkIn(page).inputValue()).not.toContain('t=')
    await dialogOf(page).getByText('Please enter a time earlier than 0:22.').waitFor()
    await dialogOf(page).getByText('Link copied').waitFor({ state: 'hidden' })
    expect(errors).toEqual([])
  })

  test('pauses the episode, which plays on when the dialog is closed', async () => {
    const { page, open } = await app.visit()
    await open(`/watch/${id}`)
    await waitForHydration(page)
    const isPaused = () => page.evaluate(() => document.querySelector('video')?.paused)
    await page.evaluate(() => document.querySelector('video')?.play())
    await share(page).click()
    await dialogOf(page).waitFor()
    await eventually('the episode is paused', isPaused)
    await page.keyboard.press('Escape')
    await eventually('the episode plays on', async () => (await isPaused()) === false)
  })

  test('offers the start of a video that is at its end', async () => {
    const { page, open } = await app.visit()
    await open(`/watch/${id}`)
    await waitForHydration(page)
    await page.evaluate(() => {
      Object.defineProperty(document.querySelector('video')!, 'currentTime', { get: () => 22, set: () => {} })
    })
    await share(page).click()
    const start = dialogOf(page).getByLabel('Start time')
    expect(await start.inputValue()).toBe('0:00')
    await dialogOf(page).getByRole('switch', { name: 'Start at' }).check()
    expect(await start.getAttribute('aria-invalid')).toBeNull()
  })

  test('says that the link could not be copied', async () => {
    const { page, open } = await app.visit()
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
      document.execCommand = () => false
    })
    await open(`/watch/${id}`)
    await waitForHydration(page)
    await share(page).click()
    await dialogOf(page).getByRole('button', { name: 'Copy', exact: true }).click()
    const failed = dialogOf(page).getByRole('alert')
    await failed.filter({ hasText: 'The link could not be copied.' }).waitFor()
    expect(await dialogOf(page).getByText('Link copied').count()).toBe(0)
  })

  test('that cannot be loaded leaves the page and the video, with the link to copy', async () => {
    const { page, open } = await app.visit()
    await page.route('**/share-dialog-*.js', (route) => route.abort())
    await open(`/watch/${id}?t=12`)
    await waitForHydration(page)
    const position = await positionOf(page)
    await share(page).click()
    const message = page.getByRole('alert').filter({ hasText: 'Sharing options could not be loaded.' })
    await message.waitFor()
    expect(await message.textContent()).toMatch(new RegExp(`Please copy this link: https?://[^/]+/watch/${id}$`))
    expect(new URL(page.url()).search).toBe('?t=12')
    expect(await positionOf(page)).toBeGreaterThanOrEqual(position)
  })

  test('is accessible, closes on Escape and gives the focus back', async () => {
    const { page } = await openDialog(`/watch/${id}`)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await share(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('offers the system sheet where there is one', async () => {
    const visitor = await app.visit()
    await visitor.page.addInitScript(() => {
      Object.assign(navigator, { share: async (given: object) => Object.assign(window, { given }) })
    })
    await visitor.open(`/watch/${id}`)
    await waitForHydration(visitor.page)
    await share(visitor.page).click()
    await dialogOf(visitor.page).getByRole('button', { name: 'Share via...' }).click()
    const given = await visitor.page.evaluate(() => (window as { given?: object }).given)
    expect(given).toMatchObject({ title: 'Rain', url: expect.stringMatching(new RegExp(`/watch/${id}$`)) })
  })

  test('shares a profile, without a start', async () => {
    const { page } = await openDialog(`/creator/${creator.account.uid}`)
    expect(await linkIn(page).inputValue()).toMatch(new RegExp(`/creator/${creator.account.uid}$`))
    expect(await dialogOf(page).getByRole('switch').count()).toBe(0)
  })
})

test('without scripts, Share is a link to the page', async () => {
  const { page, open } = await app.visit({ javaScriptEnabled: false })
  await open(`/watch/${id}`)
  expect(await share(page).getAttribute('href')).toBe(`/watch/${id}`)
})

test.each(['12', '12s', '0m12s', '0:12'])('a video starts at ?t=%s', async (start) => {
  const { page, open } = await app.visit()
  await open(`/watch/${id}?t=${start}`)
  await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(12)
  expect(await positionOf(page)).toBeLessThanOrEqual(22)
})
