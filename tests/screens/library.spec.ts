import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const noScript = { javaScriptEnabled: false }

let creator: Person
const ids = { rain: '', snow: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  ids.rain = await publishFinished(app.hoshi, creator, 'film', { title: 'Rain' })
  ids.snow = await publishFinished(app.hoshi, creator, 'brief', { title: 'Snow', nsfw: true })
})

/** A new viewer in a browser of their own. */
async function visitAsViewer(options = {}) {
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const visitor = await app.visit(options)
  await visitor.logInAs(viewer)
  return { ...visitor, viewer }
}

const positionOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

/** Waits until the video plays with scripts, moves it and pauses it. */
async function stopAt(page: Page, seconds: number): Promise<void> {
  await waitForHydration(page)
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0.3)
  // The player may still be starting, and play it once more: repeated until it stays there.
  const stop = (at: number) => {
    const video = document.querySelector('video')!
    const isThere = video.paused && video.currentTime === at
    video.pause()
    if (!isThere) video.currentTime = at
    return isThere
  }
  await expect.poll(() => page.evaluate(stop, seconds)).toBe(true)
}

/** Where the video began to play; infinite before that. */
const playedFrom = (page: Page) =>
  page.evaluate(() => {
    const played = document.querySelector('video')?.played
    return played && played.length > 0 ? played.start(0) : Number.POSITIVE_INFINITY
  })

/** Keeps notices of a removal on the page: they stay for six seconds, which may be too short here. */
const keepNotices = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout: start } = window
    Object.assign(window, { setTimeout: (work: () => void, ms?: number) => (ms === 6000 ? 0 : start(work, ms)) })
  })

/** Leaves the watch screen without loading a page. */
async function leaveForLibrary(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to Explore' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
}

const episode = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('an episode that is left', () => {
  test('waits in the library, resumes where it was, and is gone from Continue Watching at its end', async () => {
    const { page, open, errors } = await visitAsViewer()
    await open(`/watch/${ids.rain}`)
    await stopAt(page, 12)
    await leaveForLibrary(page)
    const unfinished = region(page, 'Continue Watching')
    await unfinished.getByText('0:12 of 0:22 · 0:10 left').waitFor()
    await unfinished.getByRole('img', { name: 'Watched to 0:12 of 0:22' }).waitFor()

    await unfinished.getByRole('link', { name: 'Rain' }).click()
    await expect.poll(() => positionOf(page)).toBeGreaterThan(11.9)
    await stopAt(page, 21.5)
    await leaveForLibrary(page)
    await region(page, 'Continue Watching').getByText('Nothing to continue').waitFor()
    await region(page, 'History').getByText('Watched to the end').waitFor()

    await region(page, 'History').getByRole('link', { name: 'Watch Again' }).click()
    await expect.poll(() => playedFrom(page)).toBeLessThan(12)
    expect(errors).toEqual([])
  })

  test('tells what was watched, also since the last mark, when it is left by a link', async () => {
    const { page, open } = await app.visit()
    await page.addInitScript(() => {
      const reports: Promise<string>[] = []
      const sendBeacon = navigator.sendBeacon.bind(navigator)
      navigator.sendBeacon = (url, body) => {
        if (String(url).endsWith('/watching') && body instanceof Blob) {
          reports.push(body.text())
          // However busy the machine is, the next mark is not reached.
          document.querySelector('video')?.pause()
        }
        return sendBeacon(url, body)
      }
      Object.assign(window, { reports })
    })
    const watchedSeconds = async () => {
      const reports = await page.evaluate(() => Promise.all((window as unknown as { reports: string[] }).reports))
      return reports.map((text) => (JSON.parse(text) as { watchedSeconds: number }).watchedSeconds)
    }
    await open(`/watch/${ids.rain}?t=12`)
    await expect.poll(watchedSeconds).toHaveLength(1)
    const [atMark] = await watchedSeconds()
    // The part before the start of the link was not watched.
    expect(atMark).toBeLessThan(10)
    await stopAt(page, 1)
    await page.evaluate(() => {
      const video = document.querySelector('video')!
      video.addEventListener('timeupdate', () => {
        if (video.currentTime > 2.6) video.pause()
      })
      void video.play()
    })
    await expect.poll(() => positionOf(page)).toBeGreaterThan(2.6)
    await page.getByRole('link', { name: 'Back to Explore' }).click()
    await expect.poll(watchedSeconds).toHaveLength(2)
    expect((await watchedSeconds())[1]).toBeGreaterThan(atMark! + 1)
  })

  test('resumes on a full page load too, and reports the position when the page is closed', async () => {
    const { page, open, viewer } = await visitAsViewer()
    await viewer.call('PUT', `/api/v1/episodes/${ids.rain}/progress`, { positionSeconds: 10 })
    await page.addInitScript(() => {
      addEventListener(
        'playing',
        ({ target }) => {
          document.documentElement.dataset.startedAt ??= String((target as HTMLVideoElement).currentTime)
        },
        true,
      )
    })
    await open(`/watch/${ids.rain}`)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(11)
    // No picture of another moment was shown before.
    expect(Number(await page.evaluate(() => document.documentElement.dataset.startedAt))).toBeGreaterThanOrEqual(10)
    await stopAt(page, 12)
    await page.goto('/about')
    const stored = async () => {
      const episode = await (await viewer.call('GET', `/api/v1/episodes/${ids.rain}`)).json()
      return (episode as { positionSeconds: number }).positionSeconds
    }
    await expect.poll(stored).toBe(12)
    await open('/explore')
    await page.getByRole('img', { name: 'Watched to 0:12 of 0:22' }).waitFor()
  })

  test('is reported in whole seconds, not at each pause, and when the page is left', async () => {
    const { page, open } = await visitAsViewer()
    const reports: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/progress')) reports.push(request.postDataJSON())
    })
    // The reports of every 5 seconds, when the test says so.
    await page.addInitScript(() => {
      const ticks: (() => void)[] = []
      const setInterval = window.setInterval.bind(window)
      const capture = (run: () => void, delay?: number) => (delay === 5000 ? ticks.push(run) : setInterval(run, delay))
      Object.assign(window, { ticks, setInterval: capture })
    })
    const tick = () =>
      page.evaluate(() => {
        for (const run of (window as unknown as { ticks: (() => void)[] }).ticks) run()
      })
    await open(`/watch/${ids.rain}`)
    await stopAt(page, 12.6)
    await page.evaluate(() => document.querySelector('video')!.play())
    await stopAt(page, 7.9)
    expect(reports).toEqual([])
    await tick()
    await tick()
    await expect.poll(() => reports).toEqual([{ positionSeconds: 7 }])
    await stopAt(page, 9.3)
    await leaveForLibrary(page)
    await region(page, 'Continue Watching').getByText('0:09 of 0:22').waitFor()
    expect(reports).toEqual([{ positionSeconds: 7 }, { positionSeconds: 9 }])
  })

  test('without an account waits on this device only', async () => {
    const { page, open, errors } = await app.visit()
    const reports: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/progress')) reports.push(request.url())
    })
    await open('/library')
    await page.getByText('No history yet').waitFor()
    await open(`/watch/${ids.rain}`)
    await stopAt(page, 12)
    await open('/library')
    await page.getByText('On this device only').waitFor()
    await episode(page, 'Rain').getByText('0:12 of 0:22 · 0:10 left').waitFor()
    await open('/explore')
    await page.getByRole('img', { name: 'Watched to 0:12 of 0:22' }).waitFor()
    await open(`/watch/${ids.rain}`)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(11.9)
    await stopAt(page, 21.5)
    await open('/library')
    await page.getByText('No history yet').waitFor()
    expect(reports).toEqual([])
    expect(errors).toEqual([])
  })
})

test('an episode whose renditions change while it plays continues at its position', async () => {
  const { page, context, open, errors } = await visitAsViewer()
  await open(`/watch/${ids.rain}`)
  await stopAt(page, 12)
  const isWatchData = (url: URL) => url.pathname === `/watch/${ids.rain}.data`
  await context.route(isWatchData, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('.m3u8', '.m3u8?added=1') })
  })
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    // However busy the machine is, the end is not reached before the change.
    video.playbackRate = 0.1
    return video.play()
  })
  const changed = page.waitForRequest(/master-.*added=1/)
  // A form that is submitted in the background loads the data of the page again.
  await page.getByRole('button', { name: 'Watch Later' }).click()
  await changed
  // The earlier source was released before this request, and with it the ranges played from it.
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.played.length)).toBeGreaterThan(0)
  expect(await positionOf(page)).toBeGreaterThanOrEqual(12)
  expect(errors).toEqual([])
})

describe('the lists of a library', () => {
  test('keep an episode for later, and take a removal back', async () => {
    const { page, open, errors, viewer } = await visitAsViewer()
    const keptCount = async () =>
      ((await (await viewer.call('GET', '/api/v1/me/watch-later')).json()) as { total: number }).total
    await open(`/watch/${ids.snow}`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Watch Later', exact: true }).click()
    await page.getByRole('button', { name: 'In Watch Later', pressed: true }).waitFor()
    await expect.poll(keptCount).toBe(1)
    await open('/library?part=later')
    await waitForHydration(page)
    await episode(page, 'Snow').getByText('NSFW').waitFor()
    await keepNotices(page)
    await page.getByRole('button', { name: 'Remove Snow from Watch Later' }).click()
    await page.getByText('Removed from Watch Later.').waitFor()
    await page.getByText('Nothing in Watch Later yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await episode(page, 'Snow').waitFor()
    expect(errors).toEqual([])
  })

  test('work without scripts', async () => {
    const { page, open, viewer } = await visitAsViewer(noScript)
    await viewer.call('PUT', `/api/v1/episodes/${ids.rain}/progress`, { positionSeconds: 12 })
    await viewer.call('PUT', `/api/v1/episodes/${ids.snow}/progress`, { positionSeconds: 1 })
    await open(`/watch/${ids.snow}`)
    await page.getByRole('button', { name: 'Watch Later', exact: true }).click()
    await page.getByRole('button', { name: 'In Watch Later', pressed: true }).waitFor()

    await open('/library?part=history')
    const search = page.getByRole('searchbox', { name: 'Search your history' })
    await search.fill('mio rain')
    await search.press('Enter')
    const rows = () => page.getByRole('listitem').getByRole('button', { name: /^Remove/ })
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('button', { name: 'Remove Rain from History' }).click()
    await page.getByText('Removed from History.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Stopped at 0:12 of 0:22').waitFor()

    // Both were watched just now; a test that runs over midnight has two days.
    expect(await page.getByRole('heading', { level: 3, name: /^(Today|Yesterday)$/ }).count()).toBeGreaterThan(0)
    const pause = page.getByRole('switch', { name: 'Pause history' })
    expect(await pause.getAttribute('aria-checked')).toBe('false')
    await pause.click()
    await page.getByText(/^Paused since/).waitFor()
    expect(await pause.getAttribute('aria-checked')).toBe('true')
    await page.getByRole('link', { name: 'Clear', exact: true }).click()
    await page.getByRole('heading', { name: 'Clear your history?' }).waitFor()
    await page.getByRole('button', { name: 'Clear History' }).click()
    await page.getByText('No history yet').waitFor()
    const kept = await viewer.call('GET', '/api/v1/me/watch-later')
    expect(await kept.json()).toMatchObject({ total: 1 })
  })

  test('are accessible, with episodes and without', async () => {
    const { page, open, viewer } = await visitAsViewer()
    await open('/library')
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await viewer.call('PUT', `/api/v1/episodes/${ids.rain}/progress`, { positionSeconds: 12 })
    await viewer.call('PUT', `/api/v1/episodes/${ids.rain}/like`)
    await viewer.call('PUT', `/api/v1/me/watch-later/${ids.snow}`)
    await open('/library')
    await episode(page, 'Snow').waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await open('/library?part=history&clear=ask')
    await waitForHydration(page)
    await keepNotices(page)
    await page.getByRole('button', { name: 'Remove Rain from History' }).click()
    await page.getByText('Removed from History.').waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })

  test('of a stranger are on the page of this device, which leads to login', async () => {
    const { page, open } = await app.visit()
    await open('/library')
    await page.getByRole('heading', { name: 'Keep your library with an account' }).waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await open(`/watch/${ids.snow}`)
    const later = page.getByRole('link', { name: 'Watch Later' })
    expect(await later.getAttribute('href')).toBe(`/login?next=${encodeURIComponent(`/watch/${ids.snow}`)}`)
  })
})
