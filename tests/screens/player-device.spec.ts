import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { button, openPaused, openPlaying, videoOf } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const paths = { one: '', two: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const ids: string[] = []
  for (const title of ['One', 'Two']) ids.push(await publishFinished(app.hoshi, creator, 'film', { title }))
  const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line', description: 'Two stops.' })
  const { id } = (await made.json()) as { id: string }
  await creator.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds: ids, arcs: [] })
  paths.one = `/watch/${ids[0]}`
  paths.two = `/watch/${ids[1]}`
})

const volumeSlider = (page: Page) => page.getByRole('slider', { name: 'Volume' })

describe('the volume', () => {
  test('and a mute are remembered on this device, from the first sound on', async () => {
    const { page, context, errors } = await openPaused(app, paths.one)
    await volumeSlider(page).fill('0.35')
    await button(page, 'Mute').click()
    const other = await context.newPage()
    const heard = await recordSound(other)
    await other.goto(paths.two)
    await button(other, 'Unmute').waitFor()
    await expect.poll(async () => (await videoOf(other)).currentTime).toBeGreaterThan(0)
    expect(await videoOf(other)).toMatchObject({ muted: true })
    // The button over the picture is for a mute that nobody chose.
    expect(await other.locator('.player-unmute').count()).toBe(0)
    expect(await heard()).toEqual([])
    await button(other, 'Unmute').click()
    expect((await videoOf(other)).volume).toBeCloseTo(0.35)
    expect(errors).toEqual([])
  })

  test('of a video that the browser muted is none of its viewer', async () => {
    const refuseSound = (page: Page) =>
      page.addInitScript(() => {
        const { play } = HTMLMediaElement.prototype
        HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
          if (!this.muted) throw new DOMException('', 'NotAllowedError')
          await play.call(this)
        }
      })
    const { page } = await openPlaying(app, paths.one, {}, refuseSound)
    await page.locator('.player-unmute').waitFor()
    expect((await videoOf(page)).muted).toBe(true)
    const stored = () => page.evaluate(() => localStorage.getItem('hoshi.volume'))
    expect(await stored()).toBeNull()
    await page.locator('.player-unmute').click()
    await expect.poll(stored).toBe('{"volume":1,"isMuted":false}')
  })

  test('that somebody else has stored is ignored where it is none', async () => {
    const store = (page: Page) => page.addInitScript(() => localStorage.setItem('hoshi.volume', '{"volume":9}'))
    const { page, errors } = await openPlaying(app, paths.one, {}, store)
    expect((await videoOf(page)).volume).toBe(1)
    expect(errors).toEqual([])
  })
})

/** Whether a video ever plays with sound. @returns a function that reads it */
async function recordSound(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const note = ({ type, target }: Event) => {
      if (!(target as HTMLVideoElement).muted) heard.push(type)
    }
    for (const type of ['play', 'playing', 'timeupdate']) document.addEventListener(type, note, true)
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

describe('the theatre', () => {
  test('gives the player the whole width, and the side column begins below it', async () => {
    const { page, errors } = await openPaused(app, paths.one, { viewport: { width: 1440, height: 900 } })
    const widthOf = async () => (await page.locator('.player').boundingBox())!.width
    const narrow = await widthOf()
    expect(await button(page, 'Theatre').getAttribute('aria-pressed')).toBe('false')
    await button(page, 'Theatre').click()
    expect(await button(page, 'Theatre').getAttribute('aria-pressed')).toBe('true')
    expect(await widthOf()).toBeGreaterThan(narrow + 300)
    const [player, side, title] = await Promise.all(
      ['.player', '.watch-side', '.watch-title'].map(async (each) => (await page.locator(each).boundingBox())!),
    )
    expect(side!.y).toBeGreaterThanOrEqual(player!.y + player!.height)
    expect(title!.y).toBeGreaterThanOrEqual(player!.y + player!.height)
    expect(title!.x + title!.width).toBeLessThanOrEqual(side!.x)
    // The rest of the page is where it was, one below the other.
    const tops = await page
      .locator('.watch-main > *, .watch-talk')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]),
      )
    expect(tops.length).toBeGreaterThan(3)
    expect(tops.slice(1).filter(([top = 0], at) => top < (tops[at]?.[1] ?? 0))).toEqual([])
    await page.keyboard.press('Escape')
    expect(await widthOf()).toBe(narrow)
    expect(errors).toEqual([])
  })

  test('stays on while one goes through a series, and ends with the page', async () => {
    const { page } = await openPaused(app, paths.one, { viewport: { width: 1440, height: 900 } })
    await page.keyboard.press('t')
    await page.locator('.player.is-theatre').waitFor()
    await page.getByRole('link', { name: 'Next in series' }).click()
    await page.waitForURL(`**${paths.two}`)
    await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor()
    expect(await page.locator('.player.is-theatre').count()).toBe(1)
    await page.reload()
    await button(page, 'Theatre').waitFor()
    expect(await page.locator('.player.is-theatre').count()).toBe(0)
  })

  test('is not offered where the player has the whole width', async () => {
    const { page } = await openPaused(app, paths.one, { viewport: { width: 800, height: 900 } })
    expect(await button(page, 'Theatre').isVisible()).toBe(false)
    await button(page, 'Settings').click()
    await page.getByRole('menu').waitFor()
    expect(await page.getByRole('menuitem', { name: 'Theatre' }).count()).toBe(0)
  })
})

describe('picture in picture', () => {
  const withSupport = (isSupported: boolean) => (page: Page) =>
    page.addInitScript((enabled) => {
      Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => enabled })
      Object.assign(HTMLVideoElement.prototype, {
        async requestPictureInPicture(this: HTMLVideoElement) {
          this.dispatchEvent(new Event('enterpictureinpicture'))
        },
      })
    }, isSupported)

  test('is a button that says whether it is on, and the key I', async () => {
    const { page } = await openPlaying(app, paths.one, {}, withSupport(true))
    const pip = button(page, 'Picture in picture')
    expect(await pip.getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('i')
    await expect.poll(() => pip.getAttribute('aria-pressed')).toBe('true')
    await page.locator('video').dispatchEvent('leavepictureinpicture')
    await expect.poll(() => pip.getAttribute('aria-pressed')).toBe('false')
  })

  test('is not offered where the browser has none', async () => {
    const { page } = await openPlaying(app, paths.one, {}, withSupport(false))
    await expect.poll(() => button(page, 'Picture in picture').count()).toBe(0)
  })
})

describe('the system', () => {
  test('shows what plays, and its buttons act on it', async () => {
    const record = (page: Page) =>
      page.addInitScript(() => {
        const handlers: Record<string, MediaSessionActionHandler | null> = {}
        Object.assign(window, { handlers })
        navigator.mediaSession.setActionHandler = (action, handler) => {
          handlers[action] = handler
        }
      })
    const { page, errors } = await openPlaying(app, paths.one, {}, record)
    const metadata = await page.evaluate(() => {
      const { title, artist, artwork } = navigator.mediaSession.metadata!
      return { title, artist, pictures: artwork.length }
    })
    expect(metadata).toEqual({ title: 'One', artist: 'Aya', pictures: 1 })
    const act = (action: string, details = {}) =>
      page.evaluate(
        ([name, given]) => {
          const { handlers } = window as unknown as { handlers: Record<string, (details: object) => void> }
          handlers[name]?.({ action: name, ...given })
        },
        [action, details] as const,
      )
    await act('pause')
    await button(page, 'Play').waitFor()
    await act('seekto', { seekTime: 12 })
    await expect.poll(async () => (await videoOf(page)).currentTime).toBe(12)
    await act('seekbackward', { seekOffset: 4 })
    await expect.poll(async () => (await videoOf(page)).currentTime).toBe(8)
    await act('seekforward')
    await expect.poll(async () => (await videoOf(page)).currentTime).toBe(13)
    await act('previoustrack')
    await act('play')
    await button(page, 'Pause').waitFor()
    await act('nexttrack')
    await page.waitForURL(`**${paths.two}`)
    expect(errors).toEqual([])
  })

  test('keeps the screen on while the video plays', async () => {
    const record = (page: Page) =>
      page.addInitScript(() => {
        const locks = { held: 0, asked: 0 }
        Object.assign(window, { locks })
        const request = async () => {
          locks.held += 1
          locks.asked += 1
          const release = async () => {
            locks.held -= 1
          }
          return { release } as WakeLockSentinel
        }
        Object.defineProperty(navigator, 'wakeLock', { value: { request } })
      })
    const { page } = await openPlaying(app, paths.one, {}, record)
    const locks = () => page.evaluate(() => (window as unknown as { locks: object }).locks)
    await expect.poll(locks).toEqual({ held: 1, asked: 1 })
    await page.keyboard.press('k')
    await expect.poll(locks).toEqual({ held: 0, asked: 1 })
    await page.keyboard.press('k')
    await expect.poll(locks).toEqual({ held: 1, asked: 2 })
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(locks).toEqual({ held: 0, asked: 2 })
  })
})

test('full screen keeps its name, and says whether it is on', async () => {
  const { page } = await openPlaying(app, paths.one, {}, (each) =>
    each.addInitScript(() => {
      let current: Element | null = null
      const change = (element: Element | null) => {
        current = element
        document.dispatchEvent(new Event('fullscreenchange'))
      }
      Object.defineProperty(Document.prototype, 'fullscreenElement', { get: () => current })
      Object.assign(Document.prototype, { exitFullscreen: async () => change(null) })
      Object.assign(Element.prototype, {
        async requestFullscreen(this: Element) {
          change(this)
        },
      })
    }),
  )
  const full = button(page, 'Full screen')
  expect(await full.getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('f')
  await expect.poll(() => full.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('f')
  await expect.poll(() => full.getAttribute('aria-pressed')).toBe('false')
})
