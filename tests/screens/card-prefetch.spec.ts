import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { FinishedClip } from '#tests/support/media/finished-clips.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const paths = { long: '', other: '' }
let viewer: Person

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  const publish = async (title: string, clip: FinishedClip) =>
    `/watch/${await publishFinished(app.hoshi, creator, clip, { title })}`
  paths.long = await publish('Rain', 'film')
  paths.other = await publish('Snow', 'numbered')
})

/** A visitor on Explore, and the requests that a click needs: screen data, videos, views of each kind. */
async function openExplore(person?: Person, options: BrowserContextOptions = {}) {
  const { page, context, open, logInAs, errors } = await app.visit({ ...withMotion, ...options })
  if (person) await logInAs(person)
  const requests: string[] = []
  const failures: string[] = []
  const isScreenData = (request: Request) => /\/watch\/\w+\.data/.test(request.url())
  const isMedia = (request: Request) => /\/(init\.mp4|\d+\.m4s)$/.test(request.url())
  page.on('request', (request) => {
    if (isScreenData(request)) requests.push('screen')
    else if (isMedia(request)) requests.push(request.url().split('/').at(-1) ?? '')
    else if (request.url().endsWith('/views')) requests.push((request.postDataJSON() as { kind: string }).kind)
  })
  page.on('requestfailed', (request) => {
    if (isScreenData(request) || isMedia(request)) failures.push(request.failure()?.errorText ?? '')
  })
  await open('/explore')
  await waitForHydration(page)
  return { page, context, requests, failures, errors }
}

const link = (page: Page, path: string) => page.locator(`a[href="${path}"]`)

/** Hovers a card and waits until everything that a click needs is prefetched. */
async function prefetch(page: Page, path: string): Promise<void> {
  const firstSegment = page.waitForResponse((response) => response.url().endsWith('/0001.m4s'))
  await link(page, path).hover()
  await (await firstSegment).finished()
}

const seconds = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('video:not(.preview-clip)')?.currentTime ?? 0)
const until = (check: () => unknown) => vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 50 })
const untilPlaying = (page: Page) => until(async () => expect(await seconds(page)).toBeGreaterThan(0.2))

async function watchCountOf(path: string): Promise<number> {
  const counted = `select count(*)::int as watches from plays where episode_id = $1 and kind = 'watch'`
  const [row] = await queryDatabase<{ watches: number }>(app.hoshi.connectionString, counted, [path.slice(7)])
  return row?.watches ?? 0
}

describe('a click on a hovered card', () => {
  test('waits for no response at all, and is counted once', async () => {
    const before = await watchCountOf(paths.long)
    const { page, requests, errors } = await openExplore()
    await prefetch(page, paths.long)
    expect(requests.filter((each) => each === 'watch')).toEqual([])
    expect(await watchCountOf(paths.long)).toBe(before)
    const requestsBefore = requests.length
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.data|\/assets\/|\.m3u8|\.m4s|init\.mp4/, async (route) => {
      await released
      await route.continue().catch(() => {})
    })
    await link(page, paths.long).click()
    await untilPlaying(page)
    expect(requests.slice(requestsBefore)).not.toContain('0001.m4s')
    const revalidated = page.waitForResponse((response) => response.url().includes('.data'))
    release()
    await revalidated
    await until(async () => expect(await watchCountOf(paths.long)).toBe(before + 1))
    expect(requests.filter((each) => each === 'watch')).toEqual(['watch'])
    expect(errors).toEqual([])
  })

  test('updates the session after playback has started', async () => {
    const { page, context } = await openExplore(viewer)
    await prefetch(page, paths.long)
    const signOut = await context.request.post('/api/auth/sign-out', { headers: { Origin: app.hoshi.url }, data: {} })
    expect(signOut.ok()).toBe(true)
    await link(page, paths.long).click()
    await page.getByRole('link', { name: 'Back to Explore' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).waitFor()
    await untilPlaying(page)
  })

  test('detects that the episode was deleted', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator')
    const deletedId = await publishFinished(app.hoshi, creator, 'numbered')
    const { page } = await openExplore()
    await prefetch(page, `/watch/${deletedId}`)
    expect((await creator.call('DELETE', `/api/v1/episodes/${deletedId}`)).status).toBe(204)
    await link(page, `/watch/${deletedId}`).click()
    await page.getByRole('heading', { level: 1, name: 'Episode Not Found' }).waitFor()
  })

  test('keeps playing when revalidation fails', async () => {
    const { page } = await openExplore(viewer)
    await prefetch(page, paths.long)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'))
    await page.route(/\.data/, (route) => route.abort())
    await link(page, paths.long).click()
    await failed
    await untilPlaying(page)
    await page.getByText(`Welcome, ${viewer.email}`).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rain')
  })
})

describe('hovering cards', () => {
  test('prefetches nothing with data saving on', async () => {
    const { page, context, open } = await app.visit(withMotion)
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await open('/explore')
    await waitForHydration(page)
    await link(page, paths.long).hover()
    // The preview comes long after a video would have been requested.
    await until(() => expect(requests.some((url) => /\/preview-\w+\.mp4$|\.m3u8$/.test(url))).toBe(true))
    expect(requests.filter((url) => /\/watch\/\w+\.data|init\.mp4$/.test(url))).toEqual([])
  })

  test('cancels its requests as soon as it ends, and repeats them later', async () => {
    const { page, requests, failures, errors } = await openExplore()
    let isBlocked = true
    await page.route(/\/watch\/\w+\.data/, (route) => (isBlocked ? undefined : route.continue()))
    await link(page, paths.long).hover()
    await until(() => expect(requests).toContain('screen'))
    await page.mouse.move(2, 2)
    await until(() => expect(failures).toEqual(['net::ERR_ABORTED']))
    isBlocked = false
    await prefetch(page, paths.long)
    await link(page, paths.long).click()
    await untilPlaying(page)
    expect(errors).toEqual([])
  })

  test('prefetches the video of one card at a time', async () => {
    const { page, requests, failures } = await openExplore()
    await page.route('**/0001.m4s', () => {})
    await link(page, paths.long).hover()
    await until(() => expect(requests).toContain('0001.m4s'))
    await link(page, paths.other).hover()
    await until(() => expect(failures).toContain('net::ERR_ABORTED'))
    await until(() => expect(requests.filter((each) => each === '0001.m4s')).toHaveLength(2))
  })

  test('leaves the list unchanged when the prefetch fails', async () => {
    const { page, failures } = await openExplore()
    await page.route(/\/watch\/\w+\.data/, (route) => route.abort())
    await link(page, paths.long).hover()
    await until(() => expect(failures).toHaveLength(1))
    await page.unroute(/\/watch\/\w+\.data/)
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    await link(page, paths.long).click()
    await untilPlaying(page)
  })

  test('by touch is already a click, and prefetches nothing', async () => {
    const { page, requests } = await openExplore(undefined, { hasTouch: true, isMobile: true })
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([])
    await link(page, paths.long).tap()
    await untilPlaying(page)
    expect(requests.filter((each) => each === 'watch')).toEqual(['watch'])
    expect(requests.filter((each) => each === 'preview')).toEqual([])
  })
})
