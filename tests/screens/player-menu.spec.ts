import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import {
  button,
  choice,
  loopFilms,
  menuOf,
  openMenu,
  openPaused,
  openPlaying,
  recordNotices,
  videoOf,
} from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
/** Files of a first visit, as on other pages. */
const MAX_SCRIPTS = 12
const paths = { sizes: '', small: '', chapters: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const sizes = { seconds: 16, width: 1280, height: 720, fps: 6, keyframeSeconds: 4, extra: ['-crf', '12'] }
  paths.sizes = `/watch/${await publishFinished(app.hoshi, creator, sizes)}`
  paths.small = `/watch/${await publishFinished(app.hoshi, creator, 'film')}`
  const description = '0:00 The platform\n0:10 The viaduct'
  paths.chapters = `/watch/${await publishFinished(app.hoshi, creator, 'film', { description })}`
})

const choices = (page: Page) => page.getByRole('menuitemradio').allTextContents()
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
const hasFocus = (page: Page, name: string) => button(page, name).evaluate((it) => it === document.activeElement)

/** The qualities on offer, once the playlist is read. */
async function qualitiesOf(page: Page): Promise<string[]> {
  await openMenu(page, 'Quality')
  await expect.poll(async () => (await choices(page)).length).toBeGreaterThan(1)
  return choices(page)
}

describe('the qualities', () => {
  test('are Auto with what it chose, and each rendition with its rate', async () => {
    const { page, errors } = await openPlaying(app, paths.sizes)
    const [auto, largest, ...others] = await qualitiesOf(page)
    expect(auto).toMatch(/^Auto\d+p now$/)
    expect(largest).toMatch(/^720p\d+\.\d Mbit\/s$/)
    expect(others.length).toBeGreaterThan(0)
    expect(await choice(page, /^Auto/).getAttribute('aria-checked')).toBe('true')
    expect(await page.getByRole('menuitemradio', { checked: true }).count()).toBe(1)
    expect(errors).toEqual([])
  })

  test('change the picture without a pause, and are remembered in this tab only', async () => {
    const { page, context, errors } = await openPlaying(app, paths.sizes)
    const smallest = (await qualitiesOf(page)).at(-1)!
    const lines = Number.parseInt(smallest, 10)
    await choice(page, new RegExp(`^${lines}p`)).click()
    await expect.poll(async () => (await videoOf(page)).videoHeight).toBe(lines)
    expect((await videoOf(page)).paused).toBe(false)
    await openMenu(page)
    expect(await page.getByRole('menuitem', { name: /^Quality/ }).textContent()).toMatch(new RegExp(`${lines}p$`))
    await page.keyboard.press('Escape')

    await page.reload()
    expect(await qualitiesOf(page)).toContain(smallest)
    expect(await choice(page, new RegExp(`^${lines}p`)).getAttribute('aria-checked')).toBe('true')

    const other = await context.newPage()
    await other.goto(paths.sizes)
    await qualitiesOf(other)
    expect(await choice(other, /^Auto/).getAttribute('aria-checked')).toBe('true')
    expect(errors).toEqual([])
  })

  test('can be chosen while the video is paused, and leave it where it is', async () => {
    const { page } = await openPaused(app, paths.sizes, {}, 3)
    await qualitiesOf(page)
    await choice(page, /^720p/).click()
    await button(page, 'Play').click()
    await expect.poll(async () => (await videoOf(page)).videoHeight).toBe(720)
    expect((await videoOf(page)).currentTime).toBeGreaterThan(2.5)
  })
})

describe('the speed', () => {
  test('changes with its pitch kept, also for a source that is attached later', async () => {
    const { page, errors } = await openPlaying(app, paths.small)
    await openMenu(page, 'Speed')
    expect(await choices(page)).toEqual(['0.25', '0.5', '0.75', '1', '1.25', '1.5', '2'])
    expect(await choice(page, /^1$/).getAttribute('aria-checked')).toBe('true')
    await choice(page, /^1\.5$/).click()
    expect(await videoOf(page)).toMatchObject({ playbackRate: 1.5, preservesPitch: true })
    const later = await page.locator('video').evaluate((video: HTMLVideoElement) => video.defaultPlaybackRate)
    expect(later).toBe(1.5)
    expect(errors).toEqual([])
  })
})

describe('the loop', () => {
  test('plays the episode again, and nothing stands over its end', async () => {
    const { page, errors } = await openPaused(app, paths.small)
    await openMenu(page)
    const loop = page.getByRole('menuitemcheckbox', { name: 'Loop' })
    expect(await loop.getAttribute('aria-checked')).toBe('false')
    await loop.click()
    expect(await loop.getAttribute('aria-checked')).toBe('true')
    const seeksToStart = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const video = document.querySelector('video')!
          video.addEventListener('timeupdate', () => video.currentTime < 5 && resolve(video.loop))
          video.currentTime = video.duration - 0.5
          void video.play()
        }),
    )
    expect(await seeksToStart).toBe(true)
    expect((await videoOf(page)).paused).toBe(false)
    expect(await page.locator('.end-card').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('the menu', () => {
  test('is walked by keys alone, and gives the focus back', async () => {
    const { page, errors } = await openPaused(app, paths.small)
    await button(page, 'Settings').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: 'Settings' }).waitFor()
    await expect.poll(() => focusedName(page)).toMatch(/^Quality/)
    for (const [key, name] of [
      ['ArrowDown', /^Speed/],
      ['End', /^Keyboard shortcuts/],
      ['ArrowDown', /^Quality/],
      ['ArrowUp', /^Keyboard shortcuts/],
      ['Home', /^Quality/],
      ['ArrowDown', /^Speed/],
      ['ArrowRight', /^1$/],
      ['ArrowDown', /^1.25$/],
      ['ArrowLeft', /^Speed/],
      ['Enter', /^1$/],
      ['Home', /^Speed, back to settings$/],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => focusedName(page), { message: key }).toMatch(name)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => menuOf(page).count()).toBe(0)
    expect(await hasFocus(page, 'Settings')).toBe(true)
    expect(errors).toEqual([])
  })

  test('keeps its keys from the player', async () => {
    const { page } = await openPaused(app, paths.small, {}, 8)
    await openMenu(page)
    for (const key of ['ArrowRight', 'ArrowLeft', 'm', '3', '>']) await page.keyboard.press(key)
    expect(await videoOf(page)).toMatchObject({ currentTime: 8, muted: false, playbackRate: 1, paused: true })
  })

  test('closes at a click elsewhere, which does nothing else, at its own button and by Tab', async () => {
    const { page } = await openPaused(app, paths.small)
    const closed = () => expect.poll(() => menuOf(page).count()).toBe(0)
    await openMenu(page)
    await page.locator('.player-picture').click({ position: { x: 40, y: 40 } })
    await closed()
    expect((await videoOf(page)).paused).toBe(true)
    await openMenu(page)
    await button(page, 'Settings').click()
    await closed()
    await openMenu(page)
    await page.keyboard.press('Tab')
    await closed()
    const isInRow = () => document.activeElement?.matches('.controls-row :not([data-menu])')
    expect(await page.evaluate(isInRow)).toBe(true)
  })

  test('is accessible on each of its pages, and stays inside the window', async () => {
    const { page } = await openPaused(app, paths.small)
    for (const name of ['Quality', 'Speed', undefined] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await openMenu(page, name)
      expect(await axeViolationsAtAllWidths(page), name).toEqual([])
      for (const width of [1440, 800, 390, 320]) {
        await page.setViewportSize({ width, height: 700 })
        const box = (await menuOf(page).boundingBox())!
        expect(box.x, `${width} px`).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width, `${width} px`).toBeLessThanOrEqual(width)
        expect(box.y, `${width} px`).toBeGreaterThanOrEqual(0)
      }
      await page.keyboard.press('Escape')
    }
  })

  test('has what a narrow row leaves out', async () => {
    const { page } = await openPaused(app, paths.chapters)
    const chapter = page.getByRole('menuitem', { name: 'Chapter The platform' })
    await openMenu(page)
    expect(await chapter.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await openMenu(page)
    await chapter.click()
    await choice(page, /^The viaduct/).click()
    await expect.poll(async () => (await videoOf(page)).currentTime).toBe(10)
  })

  test('and the keyboard sheet are fetched when they are first opened', async () => {
    const { page } = await app.visit()
    await page.addInitScript(loopFilms)
    const scripts: string[] = []
    page.on('request', (request) => {
      const name = /\/assets\/([\w.-]+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname)?.[1]
      if (name) scripts.push(name)
    })
    await page.goto(paths.small)
    await button(page, 'Pause').waitFor()
    await expect.poll(() => scripts).toContain('hls.light')
    expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS)
    const isLazy = (name: string) => name === 'episode-menu' || name === 'player-keyboard'
    expect(scripts.filter(isLazy)).toEqual([])
    await openMenu(page)
    expect(scripts.filter(isLazy)).toEqual(['episode-menu'])
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    expect(scripts.filter(isLazy)).toEqual(['episode-menu', 'player-keyboard'])
  })

  test('says so where its code cannot be loaded', async () => {
    const { page } = await openPaused(app, paths.small)
    await page.route('**/assets/episode-menu-*', (route) => route.abort())
    const notices = await recordNotices(page)
    await button(page, 'Settings').click()
    await expect.poll(notices).toEqual(['Player settings could not be loaded.'])
    expect(await button(page, 'Settings').getAttribute('aria-expanded')).toBe('false')
  })
})

test('the quality is Auto alone where the browser plays HLS natively', async () => {
  const { page } = await app.visit()
  await page.route('**/*.m3u8', () => {})
  await page.addInitScript(() => {
    // As on an iPhone, whose requests are its own.
    for (const name of ['MediaSource', 'ManagedMediaSource']) Reflect.deleteProperty(window, name)
    HTMLMediaElement.prototype.canPlayType = () => 'maybe'
  })
  await page.goto(paths.sizes)
  await openMenu(page, 'Quality')
  expect(await choices(page)).toEqual(['Auto'])
  await page.getByText('Quality adjusts to your connection.').waitFor()
})
