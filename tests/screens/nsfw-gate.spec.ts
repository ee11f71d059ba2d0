import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let path: string
let otherPath: string

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  const publish = (title: string) => publishFinished(app.hoshi, creator, 'short', { title, nsfw: true })
  const id = await publish('Harbour Fire')
  await queryDatabase(app.hoshi.connectionString, `update episodes set nsfw_reason = 'Blood' where id = $1`, [id])
  path = `/watch/${id}`
  otherPath = `/watch/${await publish('Night Market')}`
})

const gate = (page: Page) => page.getByRole('region', { name: /^This episode is marked NSFW/ })
const showIt = (page: Page) => gate(page).getByRole('button', { name: 'Show Episode' })
const playedSeconds = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Paths of the media and reports of plays that this page asks for from now on, but for the blurred poster. */
function withheldRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/media\/(?!.*\/cover-)|\/views$/.test(pathname)) paths.push(pathname)
  })
  return paths
}

test('nothing of the episode loads before a visitor presses "Show Episode", and then it plays', async () => {
  const { page, open, errors } = await app.visit()
  const requests = withheldRequests(page)
  await open(path)
  await gate(page).getByRole('heading', { name: 'This episode is marked NSFW: Blood', exact: true }).waitFor()
  await expect.poll(() => gate(page).evaluate((section) => section === document.activeElement)).toBe(true)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  expect(requests).toEqual([])
  await showIt(page).press('Enter')
  await expect.poll(() => playedSeconds(page)).toBeGreaterThan(0)
  expect(await gate(page).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.player') !== null)).toBe(true)
  await expect.poll(() => requests.some((each) => each.endsWith('/views'))).toBe(true)
  await open(otherPath)
  await gate(page).waitFor()
  expect(errors).toEqual([])
})

test('without scripts the gate works as well, and is not asked about again', async () => {
  const { page, open } = await app.visit({ javaScriptEnabled: false })
  await open(path)
  expect(await page.locator('video').count()).toBe(0)
  await showIt(page).click()
  await page.locator('video.player-plain').waitFor()
  await open(path)
  expect(await gate(page).count()).toBe(0)
})

test('who is signed in is asked for the year of birth once, under 18 is refused, and all are shown from then on', async () => {
  const { page, open, logInAs } = await app.visit()
  await logInAs(await createPerson(app.hoshi.url, 'viewer'))
  await open(path)
  await gate(page).getByRole('button', { name: 'Always show while I am logged in' }).click()
  await page.waitForURL('**/settings/watching?next=**')
  const year = page.getByLabel('Year of birth', { exact: true })
  const box = page.getByRole('checkbox', { name: 'Always show while I am logged in' })
  const save = page.getByRole('button', { name: 'Save NSFW Setting' })
  expect(await box.isChecked()).toBe(true)
  const young = String(new Date().getUTCFullYear() - 10)
  await year.fill(young)
  await save.click()
  await page.getByText('You must be at least 18 to always see NSFW episodes.').waitFor()
  expect([await year.inputValue(), await box.isChecked()]).toEqual([young, true])
  await year.fill('1990')
  await save.click()
  await page.waitForURL(`**${path}`)
  await expect.poll(() => playedSeconds(page)).toBeGreaterThan(0)
  await open(otherPath)
  await expect.poll(() => playedSeconds(page)).toBeGreaterThan(0)
  expect(await gate(page).count()).toBe(0)
})
