import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openEarly } from '#tests/support/browser/early-page.ts'
import { button, videoOf } from '#tests/support/browser/player.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let creator: Person
const paths = { film: '', flashing: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  paths.film = `/watch/${await publishFinished(app.hoshi, creator, 'film', { title: 'Bus' })}`
  const flashing = await publishFinished(app.hoshi, creator, 'film', { title: 'Storm' })
  await queryDatabase(
    app.hoshi.connectionString,
    `update frame_analyses set flashes = $2 where video_uid = (select video_id from episodes where id = $1)`,
    [flashing, JSON.stringify([{ from: 8, to: 10, kind: 'luminance', perSecond: 8, share: 0.6 }])],
  )
  paths.flashing = `/watch/${flashing}`
})

const dialogShown = (page: Page) => page.locator('dialog[open]').waitFor()

const presses: [string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
  ['Settings', (page) => button(page, 'Settings').click(), (page) => page.getByRole('menu').waitFor()],
  ['Theatre', (page) => button(page, 'Theatre').click(), (page) => page.locator('.player.is-theatre').waitFor()],
  ['Study mode', (page) => button(page, 'Study mode').click(), (page) => page.locator('.is-studying').waitFor()],
  ['Share', (page) => page.getByRole('link', { name: 'Share', exact: true }).click(), dialogShown],
  ['the key ?', (page) => page.keyboard.press('?'), dialogShown],
  ['the key t', (page) => page.keyboard.press('t'), (page) => page.locator('.player.is-theatre').waitFor()],
]

test.each(presses)('%s, pressed before the scripts run, is obeyed once they do', async (_, press, obeyed) => {
  const { page, listen, errors } = await openEarly(app, paths.film)
  await press(page)
  await listen()
  await obeyed(page)
  expect(new URL(page.url()).pathname).toBe(paths.film)
  expect(errors).toEqual([])
})

test('a press on the picture, or on its button, pauses the film that plays already, once', async () => {
  for (const name of ['Play', 'picture']) {
    const { page, listen } = await openEarly(app, paths.film)
    await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(0)
    await (name === 'Play' ? button(page, 'Play') : page.locator('.player-picture')).click()
    await listen()
    await expect.poll(async () => (await videoOf(page)).paused).toBe(true)
    await button(page, 'Play').waitFor()
  }
})

test('the choice before an episode that flashes counts', async () => {
  const { page, listen } = await openEarly(app, paths.flashing)
  await button(page, 'Watch Original').click()
  await listen()
  await page.getByRole('region', { name: 'Player: Storm' }).waitFor()
  expect(await page.getByRole('dialog', { name: 'This episode flashes' }).count()).toBe(0)
})

test('a like and a follow are sent once each, however often they were pressed, and leave the page as it is', async () => {
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const { page, sent, listen } = await openEarly(app, paths.film, viewer, true)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await button(page, 'Like').click()
  await button(page, 'Like').click()
  await button(page, 'Follow').first().click()
  await listen()
  await page.getByRole('button', { name: /^Liked/ }).waitFor()
  await page
    .getByRole('button', { name: /^Following/ })
    .first()
    .waitFor()
  await expect.poll(() => sent.filter((each) => /like$/.test(each))).toEqual([expect.stringMatching(/^PUT .*\/like$/)])
  await expect.poll(() => sent.filter((each) => /follow/.test(each))).toHaveLength(1)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
})

test('a form whose scripts do not come is sent without them, once', async () => {
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const { page, sent } = await openEarly(app, paths.film, viewer)
  // Others like it as well, and its name counts them.
  await page.getByRole('button', { name: /^Like/ }).click()
  await page.getByRole('button', { name: /^Liked/ }).waitFor()
  expect(sent).toEqual([`POST ${paths.film}`])
})

test('menus that open without scripts stay open, and a link leads on without them', async () => {
  const { page, listen } = await openEarly(app, paths.film, creator)
  await page.locator('summary[aria-label="Account"]').click()
  await listen()
  expect(await page.locator('.account-menu').evaluate((menu: HTMLDetailsElement) => menu.open)).toBe(true)
  const other = await openEarly(app, paths.film)
  await other.page.getByRole('link', { name: 'Back to Explore' }).click()
  await other.page.waitForURL('**/explore')
})

test('an embedded player that was pressed early plays', async () => {
  const { page, listen } = await openEarly(app, paths.film.replace('/watch/', '/embed/'))
  await button(page, 'Play').click()
  await listen()
  await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(0)
})
