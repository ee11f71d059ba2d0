import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { openMenu } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const ids = { bus: '', rain: '', snow: '' }
let viewer: Person

beforeAll(async () => {
  const mio = await createPerson(app.hoshi.url, 'creator', 'Mio')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  const rafa = await createPerson(app.hoshi.url, 'creator', 'Rafa')
  const seconds = { seconds: 3 }
  ids.bus = await publishFinished(app.hoshi, mio, seconds, { title: 'Bus', genre: 'Romance' })
  ids.rain = await publishFinished(app.hoshi, mio, seconds, { title: 'Rain', genre: 'Mecha' })
  ids.snow = await publishFinished(app.hoshi, rafa, seconds, { title: 'Snow', genre: 'Romance' })
  await publishFinished(app.hoshi, rafa, seconds, { title: 'After Midnight', genre: 'Romance', nsfw: true })
})

const list = (page: Page) => page.getByRole('region', { name: 'Up next' })
const choice = (page: Page) => list(page).getByRole('switch', { name: 'Autoplay next episode' })
const playNow = (page: Page) => page.getByRole('link', { name: 'Play Now' })
/** The card at the end that starts nothing by itself. */
const resting = (page: Page) => page.locator('.end-card-rest')
const again = (page: Page) => page.getByRole('button', { name: 'Replay' })

/** In the browser: seconds of a countdown pass when `passSecond` says so, however slow the machine is. */
function holdSeconds(): void {
  const startInterval = window.setInterval.bind(window)
  const stopInterval = window.clearInterval.bind(window)
  const held = new Map<number, () => void>()
  let last = 0
  function setInterval(run: () => void, ms: number): number {
    if (ms !== 1000) return startInterval(run, ms)
    last -= 1
    held.set(last, run)
    return last
  }
  const clearInterval = (id: number) => void (held.delete(id) || stopInterval(id))
  const passSecond = () => {
    for (const run of held.values()) run()
  }
  Object.assign(window, { setInterval, clearInterval, passSecond })
}

async function passSeconds(page: Page, count: number): Promise<void> {
  for (let second = 1; second <= count; second += 1)
    await page.evaluate(() => (window as unknown as { passSecond(): void }).passSecond())
}

/** Opens an episode, with the next one playing automatically if so chosen. */
async function open(id: string, { autoplay = false, ...options }: BrowserContextOptions & { autoplay?: boolean } = {}) {
  const visitor = await app.visit({ reducedMotion: 'no-preference', ...options })
  if (autoplay) await visitor.logInAs(viewer)
  if (autoplay) await visitor.page.addInitScript(() => localStorage.setItem('hoshi.autoplay-next', 'on'))
  await visitor.page.addInitScript(holdSeconds)
  await visitor.open(`/watch/${id}`)
  await waitForHydration(visitor.page)
  return visitor
}

/** Plays the video from just before its end. */
async function playToEnd(page: Page): Promise<void> {
  // The player may still be starting, and begin from the start: repeated until it ends.
  const finish = () => {
    const video = document.querySelector('video')
    if (!video || video.ended) return video?.ended ?? false
    if (video.readyState >= 3 && video.duration - video.currentTime > 0.5) video.currentTime = video.duration - 0.3
    if (video.paused) video.play().catch(() => {})
    return false
  }
  await expect.poll(() => page.evaluate(finish)).toBe(true)
}

/** A video that is to play again stays at its start, so it does not end while the page is looked at. */
const holdAtStart = (page: Page) =>
  page.evaluate(() => Object.assign(document.querySelector('video')!, { play: async () => {} }))

test('stands beside the video with its reasons, and works without scripts', async () => {
  const { page, open: openPath } = await app.visit({ javaScriptEnabled: false })
  await openPath(`/watch/${ids.bus}`)
  expect(await list(page).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/Rain\s+Mio\s+More from Mio/),
    expect.stringMatching(/Snow\s+Rafa\s+Similar: Romance/),
  ])
  expect(await choice(page).isVisible()).toBe(false)
  await list(page).getByRole('link', { name: 'Snow' }).click()
  await expect.poll(() => page.url()).toContain(ids.snow)
})

test('nothing plays automatically until that is chosen, and the choice is remembered', async () => {
  const { page, errors } = await open(ids.bus)
  expect(await choice(page).isChecked()).toBe(false)
  await playToEnd(page)
  await resting(page).waitFor()
  expect(await playNow(page).count()).toBe(0)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  // Over the picture its words are light in both themes, also where the player is as light as the page.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  const colour = () => page.getByText('You watched Bus.').evaluate((words) => getComputedStyle(words).color)
  expect(await colour()).toBe('rgb(246, 239, 221)')
  await page.setViewportSize({ width: 1280, height: 720 })
  await holdAtStart(page)
  await again(page).click()
  await again(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.querySelector('video')!.currentTime)).toBe(0)
  await choice(page).check()
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => choice(page).isChecked()).toBe(true)
  await playToEnd(page)
  await playNow(page).waitFor()
  expect(errors).toEqual([])
})

test('the next episode plays after ten seconds, each one once: the chain ends', async () => {
  const { page, errors } = await open(ids.bus, { autoplay: true })
  // The scroll to the top of the next page is noticed at once.
  await page.evaluate(() => {
    window.scrollTo = () => void window.dispatchEvent(new Event('scroll'))
  })
  await playToEnd(page)
  await expect.poll(() => playNow(page).evaluate((link) => link === document.activeElement)).toBe(true)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await passSeconds(page, 4)
  await page.getByText('Starts in 6 seconds').waitFor()
  await passSeconds(page, 6)
  await page.getByRole('heading', { level: 1, name: 'Rain' }).waitFor()
  await playToEnd(page)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rain')
  await playNow(page).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Snow' }).waitFor()
  await playToEnd(page)
  await resting(page).waitFor()
  expect(await playNow(page).count()).toBe(0)
  expect(errors).toEqual([])
})

const cancellations: [string, (page: Page) => Promise<unknown>][] = [
  ['Cancel', (page) => page.getByRole('button', { name: 'Cancel' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a scroll', (page) => page.mouse.wheel(0, 200)],
  ['a letter', (page) => page.keyboard.press('x')],
  ['a click elsewhere', (page) => page.getByRole('heading', { level: 1 }).click()],
]

test.each(cancellations)('%s cancels the countdown', async (_, cancel) => {
  const { page } = await open(ids.bus, { autoplay: true })
  await playToEnd(page)
  await playNow(page).waitFor()
  await cancel(page)
  await resting(page).waitFor()
  await page.getByRole('link', { name: 'Play Next' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rain' }).waitFor()
})

test('with reduced motion it is off again, until it is chosen there', async () => {
  const { page } = await open(ids.bus, { autoplay: true, reducedMotion: 'reduce' })
  expect(await choice(page).isChecked()).toBe(false)
  await playToEnd(page)
  await resting(page).waitFor()
  await choice(page).check()
  await expect.poll(() => choice(page).isChecked()).toBe(true)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await choice(page).uncheck()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => choice(page).isChecked()).toBe(true)
})

test('a comment that is being written keeps its page', async () => {
  const { page } = await open(ids.bus, { autoplay: true })
  const text = page.getByPlaceholder('What did you notice?')
  await text.focus()
  await playToEnd(page)
  await resting(page).waitFor()
  expect(await text.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a comment that was written and not sent keeps its page', async () => {
  const { page } = await open(ids.bus, { autoplay: true })
  const text = page.getByPlaceholder('What did you notice?')
  await text.fill('Look at the rain.')
  await text.blur()
  await playToEnd(page)
  await resting(page).waitFor()
})

const pressEscape = (page: Page) => page.keyboard.press('Escape')
async function openReport(page: Page): Promise<void> {
  await page.getByLabel('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Report episode' }).click()
}

const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur())

/** Parts that can be open when an episode ends: how each is opened, and how it is closed or emptied. */
const uses: [string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
  ['the report', openReport, pressEscape],
  ['the share dialog', (page) => page.getByRole('link', { name: 'Share', exact: true }).click(), pressEscape],
  ['the keyboard sheet', (page) => page.keyboard.press('?'), pressEscape],
  ['the settings of the player', (page) => openMenu(page), pressEscape],
  ['study mode', (page) => page.keyboard.press('s'), pressEscape],
  [
    'a menu of details',
    (page) => page.evaluate(addDetailsMenu),
    (page) => page.locator('details.added').evaluate((menu) => menu.removeAttribute('open')),
  ],
  [
    'a text that is typed',
    (page) => page.getByPlaceholder('What did you notice?').fill('Look at the rain.'),
    (page) =>
      page
        .getByPlaceholder('What did you notice?')
        .fill('')
        .then(() => blur(page)),
  ],
]

/** Runs in the page. */
const isAnythingOpen = () =>
  document.querySelector('dialog[open], [role=menu], .is-studying, details.added') !== null ||
  document.activeElement?.matches('textarea')

/** Any menu counts, also one that no list knows. */
function addDetailsMenu(): void {
  const menu = Object.assign(document.createElement('details'), { open: true, className: 'added' })
  menu.innerHTML = '<summary>More</summary><ul>One</ul>'
  menu.querySelector('ul')!.style.position = 'absolute'
  document.querySelector('main')!.append(menu)
}

test.each(uses)('an end that comes while %s is open starts nothing, also once that is over', async (_, use, end) => {
  const { page } = await open(ids.bus, { autoplay: true })
  await page.evaluate(() => document.querySelector('video')!.pause())
  await use(page)
  await expect.poll(() => page.evaluate(isAnythingOpen)).toBe(true)
  await playToEnd(page)
  await resting(page).waitFor({ state: 'attached' })
  await passSeconds(page, 20)
  expect(await page.getByRole('heading', { level: 1, includeHidden: true }).first().textContent()).toBe('Bus')
  await end(page)
  await resting(page).getByRole('link', { name: 'Play Next' }).waitFor()
  await passSeconds(page, 20)
  expect(await playNow(page).count()).toBe(0)
  await resting(page).getByRole('link', { name: 'Play Next' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rain' }).waitFor()
})

test('a dialog that opens over the countdown ends it', async () => {
  const { page } = await open(ids.bus, { autoplay: true })
  await playToEnd(page)
  await playNow(page).waitFor()
  await page.evaluate(() => {
    const dialog = Object.assign(document.createElement('dialog'), { textContent: 'Any dialog', id: 'added' })
    document.body.append(dialog)
    dialog.showModal()
  })
  await resting(page).waitFor({ state: 'attached' })
  await page.locator('#added').evaluate((dialog: HTMLDialogElement) => dialog.close())
  await passSeconds(page, 20)
  expect(await playNow(page).count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toBe('Bus')
})

test('a cancelled countdown gives the focus back', async () => {
  const { page } = await open(ids.bus, { autoplay: true })
  const share = page.getByRole('link', { name: 'Share', exact: true })
  await share.focus()
  // A scroll cancels the countdown: the one to the link is over before it starts.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await playToEnd(page)
  await expect.poll(() => playNow(page).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await resting(page).waitFor()
  expect(await share.evaluate((link) => link === document.activeElement)).toBe(true)
})

test.each(['', '#main'])('Cancel keeps the page %s as it is also while the next one loads', async (hash) => {
  const { page } = await open(`${ids.bus}${hash}`, { autoplay: true })
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/watch/${ids.bus}.data`)) loads.push(request.url())
  })
  const nextData = `**/watch/${ids.rain}.data*`
  await page.route(nextData, () => {})
  await playToEnd(page)
  await playNow(page).waitFor()
  const requested = page.waitForRequest(nextData)
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes(`/watch/${ids.rain}.data`))
  await passSeconds(page, 10)
  await requested
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dropped
  await resting(page).waitFor()
  // A request that came before this one is known by then.
  await page.evaluate(() => fetch('/api/openapi.json'))
  expect(loads).toEqual([])
  expect(new URL(page.url()).hash).toBe(hash)
})

test('an end whose code cannot be loaded is tried twice, and leaves the page as it is', async () => {
  const { page, open: openPath } = await app.visit()
  let requests = 0
  await page.route('**/end-card-*.js', (route) => {
    requests += 1
    return route.abort()
  })
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/end-card-'))
  await openPath(`/watch/${ids.bus}`)
  await waitForHydration(page)
  const nearEnd = () => document.querySelector('video')!.dispatchEvent(new Event('timeupdate'))
  await expect.poll(() => page.evaluate(nearEnd).then(() => requests)).toBeGreaterThan(0)
  await refused
  for (let time = 0; time < 3; time += 1) await page.evaluate(nearEnd)
  await playToEnd(page)
  await list(page).getByRole('link', { name: 'Snow' }).click()
  await page.getByRole('heading', { level: 1, name: 'Snow' }).waitFor()
  expect(requests).toBeLessThanOrEqual(2)
})
