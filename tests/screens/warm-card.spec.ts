import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { lively } from '#tests/support/browser.server.ts'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson, type Person } from '#tests/support/person.ts'

const on = onScreen()
const paths = { film: '', other: '' }
let viewer: Person

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  viewer = await createPerson(on.hoshi.url, 'viewer')
  const publish = async (title: string, seconds: number) =>
    `/watch/${await publishFinished(on.hoshi, creator, { seconds, keyframeSeconds: 2 }, { title })}`
  paths.film = await publish('Rain', 22)
  paths.other = await publish('Snow', 8)
})

/** Somebody on Explore, and what was asked for that a click needs: screen data, films, views of each kind. */
async function onExplore(person?: Person, options: BrowserContextOptions = {}) {
  const { page, context, open, logInAs, troubles } = await on.visit({ ...lively, ...options })
  if (person) await logInAs(person)
  const asked: string[] = []
  const given: string[] = []
  const isOfScreen = (request: Request) => /\/watch\/\w+\.data/.test(request.url())
  const isOfFilm = (request: Request) => /\/(init\.mp4|\d+\.m4s)$/.test(request.url())
  page.on('request', (request) => {
    if (isOfScreen(request)) asked.push('screen')
    else if (isOfFilm(request)) asked.push(request.url().split('/').at(-1) ?? '')
    else if (request.url().endsWith('/views')) asked.push((request.postDataJSON() as { kind: string }).kind)
  })
  page.on('requestfailed', (request) => {
    if (isOfScreen(request) || isOfFilm(request)) given.push(request.failure()?.errorText ?? '')
  })
  await open('/explore')
  await waitForScripts(page)
  return { page, context, asked, given, troubles }
}

const link = (page: Page, path: string) => page.locator(`a[href="${path}"]`)

/** Points at a card and waits until everything that a click needs is there. */
async function warmUp(page: Page, path: string): Promise<void> {
  const begun = page.waitForResponse((answer) => answer.url().endsWith('/0001.m4s'))
  await link(page, path).hover()
  await (await begun).finished()
}

const seconds = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('video:not(.preview-clip)')?.currentTime ?? 0)
const until = (look: () => unknown) => vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 })
const untilPlaying = (page: Page) => until(async () => expect(await seconds(page)).toBeGreaterThan(0.2))

async function watchesOf(path: string): Promise<number> {
  const counted = `select count(*)::int as watches from plays where episode_id = $1 and kind = 'watch'`
  const [row] = await askDatabase<{ watches: number }>(on.hoshi.connectionString, counted, [path.slice(7)])
  return row?.watches ?? 0
}

describe('a click on a card that was pointed at', () => {
  test('waits for no answer at all, and is counted once', async () => {
    const before = await watchesOf(paths.film)
    const { page, asked, troubles } = await onExplore()
    await warmUp(page, paths.film)
    expect(asked.filter((each) => each === 'watch')).toEqual([])
    expect(await watchesOf(paths.film)).toBe(before)
    const ofClick = asked.length
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\.data|\/assets\/|\.m3u8|\.m4s|init\.mp4/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await link(page, paths.film).click()
    await untilPlaying(page)
    expect(asked.slice(ofClick)).not.toContain('0001.m4s')
    const renewed = page.waitForResponse((answer) => answer.url().includes('.data'))
    letGo()
    await renewed
    await until(async () => expect(await watchesOf(paths.film)).toBe(before + 1))
    expect(asked.filter((each) => each === 'watch')).toEqual(['watch'])
    expect(troubles).toEqual([])
  })

  test('finds out behind the picture who is here now', async () => {
    const { page, context } = await onExplore(viewer)
    await warmUp(page, paths.film)
    const out = await context.request.post('/api/auth/sign-out', { headers: { Origin: on.hoshi.url }, data: {} })
    expect(out.ok()).toBe(true)
    await link(page, paths.film).click()
    await page.getByRole('link', { name: 'Back to Explore' }).waitFor()
    await page.getByRole('link', { name: 'Sign Up' }).waitFor()
    await untilPlaying(page)
  })

  test('finds out behind the picture that the episode is gone', async () => {
    const creator = await createPerson(on.hoshi.url, 'creator')
    const gone = await publishFinished(on.hoshi, creator, { seconds: 8, keyframeSeconds: 2 })
    const { page } = await onExplore()
    await warmUp(page, `/watch/${gone}`)
    expect((await creator.call('DELETE', `/api/v1/episodes/${gone}`)).status).toBe(204)
    await link(page, `/watch/${gone}`).click()
    await page.getByRole('heading', { level: 1, name: 'Episode Not Found' }).waitFor()
  })

  test('plays on when nothing can be found out', async () => {
    const { page } = await onExplore(viewer)
    await warmUp(page, paths.film)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'))
    await page.route(/\.data/, (route) => route.abort())
    await link(page, paths.film).click()
    await failed
    await untilPlaying(page)
    await page.getByText(`Welcome, ${viewer.email}`).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rain')
  })
})

describe('pointing at cards', () => {
  test('has nothing asked for by whoever saves data', async () => {
    const { page, context, open } = await on.visit(lively)
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open('/explore')
    await waitForScripts(page)
    await link(page, paths.film).hover()
    // The preview comes long after a film would have been asked for.
    await until(() => expect(asked.some((url) => /\/preview-\w+\.mp4$|\.m3u8$/.test(url))).toBe(true))
    expect(asked.filter((url) => /\/watch\/\w+\.data|init\.mp4$/.test(url))).toEqual([])
  })

  test('stops what is on its way as soon as it ends, and comes back to it', async () => {
    const { page, asked, given, troubles } = await onExplore()
    let isHeld = true
    await page.route(/\/watch\/\w+\.data/, (route) => (isHeld ? undefined : route.continue()))
    await link(page, paths.film).hover()
    await until(() => expect(asked).toContain('screen'))
    await page.mouse.move(2, 2)
    await until(() => expect(given).toEqual(['net::ERR_ABORTED']))
    isHeld = false
    await warmUp(page, paths.film)
    await link(page, paths.film).click()
    await untilPlaying(page)
    expect(troubles).toEqual([])
  })

  test('has the film of one card on its way at a time', async () => {
    const { page, asked, given } = await onExplore()
    await page.route('**/0001.m4s', () => {})
    await link(page, paths.film).hover()
    await until(() => expect(asked).toContain('0001.m4s'))
    await link(page, paths.other).hover()
    await until(() => expect(given).toContain('net::ERR_ABORTED'))
    await until(() => expect(asked.filter((each) => each === '0001.m4s')).toHaveLength(2))
  })

  test('leaves the list as it is when nothing comes of it', async () => {
    const { page, given } = await onExplore()
    await page.route(/\/watch\/\w+\.data/, (route) => route.abort())
    await link(page, paths.film).hover()
    await until(() => expect(given).toHaveLength(1))
    await page.unroute(/\/watch\/\w+\.data/)
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    await link(page, paths.film).click()
    await untilPlaying(page)
  })

  test('with a finger is a click already, and asks for nothing before', async () => {
    const { page, asked } = await onExplore(undefined, { hasTouch: true, isMobile: true })
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await link(page, paths.film).tap()
    await untilPlaying(page)
    expect(asked.filter((each) => each === 'watch')).toEqual(['watch'])
    expect(asked.filter((each) => each === 'preview')).toEqual([])
  })
})
