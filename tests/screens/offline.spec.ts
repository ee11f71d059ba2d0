import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  await publishFinished(app.hoshi, creator, 'short', { title: 'Only one' })
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Explore, whose network is cut. @returns what connects it again */
async function openAndCut(person?: Person) {
  const visitor = await app.visit()
  if (person) await visitor.logInAs(person)
  await visitor.open('/explore')
  await visitor.context.setOffline(true)
  return { ...visitor, connect: () => visitor.context.setOffline(false) }
}

const pages: [string, (page: Page) => Promise<unknown>, string][] = [
  ['an episode', (page) => page.getByRole('link', { name: 'Watch Episode' }).click(), 'Only one'],
  ['a profile', (page) => page.getByRole('link', { name: 'View Creator' }).click(), 'Aya'],
  ['a page of the site', (page) => page.getByRole('link', { name: 'About' }).first().click(), 'About'],
]

test.each(pages)(
  '%s that is opened without a network says so, and opens by itself once it is back',
  async (...args) => {
    const [, follow, title] = args
    const { page, connect } = await openAndCut()
    await follow(page)
    await heading(page, 'You are offline').waitFor()
    await expect.poll(() => page.title()).toContain('You are offline')
    expect(await page.getByText('Not Found').count()).toBe(0)
    await page.getByText('What is open stays open.').waitFor()
    // Its picture needs no network.
    const picture = page.locator('.empty-state img')
    await expect.poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect(await heading(page, 'You are offline').evaluate((title) => title === document.activeElement)).toBe(true)
    await page.getByRole('link', { name: 'Try Again' }).click()
    await heading(page, 'You are offline').waitFor()
    await connect()
    await heading(page, title).waitFor()
  },
)

describe('a search without a network', () => {
  test('says so above the episodes from before, and runs by itself once it is back', async () => {
    const { page, connect } = await openAndCut()
    await page.getByRole('searchbox').fill('whale')
    await page.getByText('“whale” could not be searched. You are offline.').waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await connect()
    await page.getByText('Found 0 episodes matching "whale"').waitFor()
    expect(await page.getByText('could not be searched').count()).toBe(0)
  })

  test('is tried again by its button', async () => {
    const { page, open } = await app.visit()
    await page.clock.install()
    await open('/explore')
    // From here on only the test moves the clock, by less than the pause before the search tries again by itself.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.route('**/explore.data*', (route) => route.abort())
    await page.getByRole('searchbox').fill('whale')
    await page.clock.runFor(1_000)
    await page.getByText('“whale” could not be searched.', { exact: true }).waitFor()
    await page.unroute('**/explore.data*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('Found 0 episodes matching "whale"').waitFor()
  })
})

test('a page whose server is gone says that it did not arrive, and opens once the server answers', async () => {
  const { page, open } = await app.visit()
  await open('/explore')
  await page.route('**/watch/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await page.getByRole('link', { name: 'Watch Episode' }).click()
  await heading(page, 'This page did not arrive').waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.unroute('**/watch/**')
  await heading(page, 'Only one').waitFor()
})
