import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '#tests/support/browser.server.ts'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { holdTypefaces, type LayoutShifts, layoutShifts, noteLayoutShifts } from '#tests/support/layout-shifts.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { query, stageEpisode } from '#tests/support/publishing.ts'
import { unreadableAtAnyWidth } from '#tests/support/readable.ts'

const on = onScreen()
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

let creator: Person
const ids = { creator: '', episode: '', processing: '', failed: '' }

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator', longWord.slice(0, 40))
  ids.creator = creator.account.uid
  const { connectionString } = on.hoshi
  await query(connectionString, `update creators set patreon_url = 'https://example.com', founder_badge = true`)
  const words = { title: longWord, genre: 'Slice of Life', description: longWord }
  ids.episode = await publishFinished(on.hoshi, creator, { seconds: 4 }, words)
  ids.processing = await stageEpisode(connectionString, creator, { title: 'On its way', nsfw: true }, 'inprogress')
  ids.failed = await stageEpisode(connectionString, creator, { title: 'Torn film' }, 'error')
  for (let n = 0; n < 24; n++) await stageEpisode(connectionString, creator, { title: `星の夜 ${n}`, genre: 'Mecha' })
})

interface Screen {
  name: string
  path: () => string
  status?: number
  signedIn?: boolean
  /** Bytes of script that a first visit may take; `small` where it is left out. */
  scripts?: number
}

const small = 160_000
const withPlayer = 300_000
const open: Screen[] = [
  { name: 'landing', path: () => '/', scripts: small },
  { name: 'explore', path: () => '/explore', scripts: small },
  { name: 'login', path: () => '/login', scripts: small },
  { name: 'signup', path: () => '/signup', scripts: small },
  { name: 'forgot-password', path: () => '/forgot-password', scripts: small },
  { name: 'reset-password', path: () => '/reset-password?token=some', scripts: small },
  { name: 'creator profile', path: () => `/creator/${ids.creator}`, scripts: small },
  { name: 'watch', path: () => `/watch/${ids.episode}`, scripts: withPlayer },
  { name: 'about', path: () => '/about', scripts: small },
  { name: 'contact', path: () => '/contact', scripts: small },
  { name: 'faq', path: () => '/faq', scripts: small },
  { name: 'terms', path: () => '/terms', scripts: small },
  { name: 'privacy', path: () => '/privacy', scripts: small },
]
const missing: Screen[] = [
  { name: 'nothing', path: () => '/no/such/page', status: 404 },
  { name: 'no creator', path: () => '/creator/nobody', status: 404 },
  { name: 'no episode', path: () => '/watch/nothing', status: 404 },
]
const guarded: Screen[] = [
  { name: 'dashboard', path: () => '/dashboard', signedIn: true },
  { name: 'upload', path: () => '/upload', signedIn: true },
  { name: 'settings', path: () => '/settings', signedIn: true },
  { name: 'watch while processing', path: () => `/watch/${ids.processing}`, signedIn: true },
  { name: 'watch after failing', path: () => `/watch/${ids.failed}`, signedIn: true },
  { name: 'own profile', path: () => `/creator/${ids.creator}`, signedIn: true },
]
const screens = [...open, ...missing, ...guarded]

describe.each(screens)('$name', (screen) => {
  let visitor: Visitor
  let page: Page
  let scripts: () => Promise<number>
  let beforeTypefaces: LayoutShifts

  // One visit for all tests below: each only looks, or leaves the page as it found it.
  beforeAll(async () => {
    visitor = await on.browser.visit(on.hoshi.url)
    page = visitor.page
    if (screen.signedIn) await visitor.logInAs(creator)
    await noteLayoutShifts(page)
    scripts = countScripts(visitor.context)
    const letTypefacesCome = await holdTypefaces(page)
    const answer = await page.goto(screen.path(), { waitUntil: 'commit' })
    expect(answer?.status()).toBe(screen.status ?? 200)
    await waitForScripts(page)
    beforeTypefaces = await layoutShifts(page)
    letTypefacesCome()
    await page.waitForLoadState('networkidle')
  })
  afterAll(() => visitor?.leave())

  test('has one heading, and nothing is blocked, foreign or in the console', async () => {
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.title()).toMatch(/Hoshi$/)
    // The browser itself notes that the page it was sent for is not there.
    const own = visitor.troubles.filter((trouble) => !(screen.status === 404 && trouble.includes('status of 404')))
    expect(own).toEqual([])
  })

  test('nothing moves while it arrives', async () => {
    // What typefaces may move is told by late-typefaces.
    expect(beforeTypefaces.moves).toEqual([])
  })

  test('takes no more scripts than it may', async () => {
    const most = screen.scripts ?? small
    // A player comes last: it is there when there is a picture.
    const hasArrived = (isFilm: boolean) => !isFilm || (document.querySelector('video')?.videoWidth ?? 0) > 0
    await page.waitForFunction(hasArrived, most === withPlayer)
    await page.waitForLoadState('networkidle')
    expect(await scripts()).toBeGreaterThan(most === withPlayer ? 100_000 : 0)
    expect(await scripts()).toBeLessThanOrEqual(most)
  })

  test('lets the keyboard jump to the content', async () => {
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))
    expect(isInside).toBe(true)
  })

  test('can be read by everybody, wide and narrow, dark and light', async () => {
    expect(await unreadableAtAnyWidth(page)).toEqual([])
  })

  test('never scrolls sideways, on a telephone or enlarged', async () => {
    // 720 px are what a window of 1440 px has at a zoom of 200 %.
    for (const width of [720, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
})

describe('pages for strangers', () => {
  test.each([...open, ...missing])('$name: sets no cookie and carries its policy', async (screen) => {
    const { status, headers } = await fetch(new URL(screen.path(), on.hoshi.url))
    expect(status).toBe(screen.status ?? 200)
    expect(headers.getSetCookie()).toEqual([])
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('referrer-policy')).toBe(true)
    expect(headers.has('permissions-policy')).toBe(true)
  })
})

/** From now on counts the bytes of script that come over the wire, compressed as they are. */
function countScripts(context: BrowserContext): () => Promise<number> {
  const sizes: Promise<number>[] = []
  context.on('requestfinished', (request) => {
    if (!/\.m?js$/.test(new URL(request.url()).pathname)) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
}
