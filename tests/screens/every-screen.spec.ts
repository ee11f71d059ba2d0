import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import {
  delayFonts,
  type LayoutShifts,
  layoutShifts,
  recordLayoutShifts,
  startScriptsAfterPaint,
} from '#tests/support/browser/layout-shifts.ts'
import { query, seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

let creator: Person
const ids = { creator: '', episode: '', processing: '', failed: '', series: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', longWord.slice(0, 40))
  ids.creator = creator.account.uid
  const { connectionString } = app.hoshi
  await query(connectionString, 'update creators set founder_badge = true')
  await creator.call('PATCH', '/api/v1/creators/me', { patreonUrl: 'https://example.com' })
  const fields = { title: longWord, genre: 'Slice of Life', description: longWord }
  ids.episode = await publishFinished(app.hoshi, creator, 'short', fields)
  await nameEachOther()
  ids.processing = await seedEpisode(connectionString, creator, { title: 'On its way', nsfw: true }, 'inprogress')
  ids.failed = await seedEpisode(connectionString, creator, { title: 'Torn film' }, 'error')
  const made = await creator.call('POST', '/api/v1/series', { title: longWord, description: longWord })
  ids.series = ((await made.json()) as { id: string }).id
  const arcs = [{ title: longWord, from: 1, to: 2 }]
  const list = { episodeIds: [ids.episode, ids.processing], arcs }
  await creator.call('PUT', `/api/v1/series/${ids.series}/episodes`, list)
  for (let n = 0; n < 24; n++) await seedEpisode(connectionString, creator, { title: `星の夜 ${n}`, genre: 'Mecha' })
})

/** The creator and another one credit each other; both names are long. */
async function nameEachOther(): Promise<void> {
  const other = await createPerson(app.hoshi.url, 'creator', 'Someone else')
  const credits = [creator, other].map(({ account: { uid } }) => ({ name: longWord, role: longWord.slice(0, 40), uid }))
  await creator.call('PATCH', `/api/v1/episodes/${ids.episode}`, { credits })
  const work = await seedEpisode(app.hoshi.connectionString, other, { title: 'Work for others' })
  await other.call('PATCH', `/api/v1/episodes/${work}`, { credits: [...credits, { ...credits[0]!, role: 'Music' }] })
  const list = (await (await creator.call('GET', '/api/v1/me/credits')).json()) as { credits: { id: string }[] }
  await creator.call('PUT', `/api/v1/me/credits/${list.credits[0]!.id}`)
}

interface Screen {
  name: string
  path: () => string
  status?: number
  signedIn?: boolean
  /** Bytes of script that a first visit may take; `small` where it is left out. */
  scripts?: number
  /** The sites that may show it in a frame; none unless given. */
  framedBy?: string
}

const small = 160_000
/** The watch screen where nothing plays: with the code of the player, and without hls.js. */
const withoutVideo = 165_000
const withPlayer = 300_000
const open: Screen[] = [
  { name: 'landing', path: () => '/', scripts: small },
  { name: 'explore', path: () => '/explore', scripts: small },
  { name: 'login', path: () => '/login', scripts: small },
  { name: 'signup', path: () => '/signup', scripts: small },
  { name: 'forgot-password', path: () => '/forgot-password', scripts: small },
  { name: 'reset-password', path: () => '/reset-password?token=some', scripts: small },
  { name: 'verify email', path: () => '/verify-email?token=some', status: 422, scripts: small },
  { name: 'confirm-email', path: () => '/confirm-email?token=some', status: 422, scripts: small },
  { name: 'creator profile', path: () => `/creator/${ids.creator}`, scripts: small },
  { name: 'watch', path: () => `/watch/${ids.episode}`, scripts: withPlayer },
  { name: 'embed', path: () => `/embed/${ids.episode}`, scripts: small, framedBy: '*' },
  { name: 'library', path: () => '/library', scripts: small },
  { name: 'series', path: () => `/series/${ids.series}`, scripts: small },
  { name: 'report', path: () => `/report?kind=episode&id=${ids.episode}`, scripts: small },
  { name: 'about', path: () => '/about', scripts: small },
  { name: 'contact', path: () => '/contact', scripts: small },
  { name: 'faq', path: () => '/faq', scripts: small },
  { name: 'terms', path: () => '/terms', scripts: small },
  { name: 'rules', path: () => '/rules', scripts: small },
  { name: 'transparency', path: () => '/transparency', scripts: small },
  { name: 'privacy', path: () => '/privacy', scripts: small },
]
const missing: Screen[] = [
  { name: 'nothing', path: () => '/no/such/page', status: 404 },
  { name: 'no creator', path: () => '/creator/nobody', status: 404 },
  { name: 'no episode', path: () => '/watch/nothing', status: 404, scripts: withoutVideo },
  { name: 'no embed', path: () => '/embed/nothing', status: 404, framedBy: '*' },
  { name: 'no series', path: () => '/series/nothing', status: 404 },
]
const guarded: Screen[] = [
  { name: 'dashboard', path: () => '/dashboard', signedIn: true },
  { name: 'analytics', path: () => '/dashboard?tab=analytics', signedIn: true },
  { name: 'upload', path: () => '/upload', signedIn: true },
  { name: 'settings', path: () => '/settings', signedIn: true },
  { name: 'sign in again', path: () => '/sign-in-again?next=/settings', signedIn: true },
  { name: 'own reports', path: () => '/settings/reports', signedIn: true },
  { name: 'own library', path: () => '/library', signedIn: true },
  { name: 'following', path: () => '/following', signedIn: true },
  { name: 'new series', path: () => '/series/new', signedIn: true },
  { name: 'edit series', path: () => `/series/${ids.series}/edit`, signedIn: true },
  { name: 'notifications', path: () => '/notifications', signedIn: true },
  { name: 'own credits', path: () => '/dashboard/credits', signedIn: true },
  { name: 'credits of an episode', path: () => `/dashboard/credits/${ids.episode}`, signedIn: true },
  { name: 'flash check', path: () => `/dashboard/flashes/${ids.episode}`, signedIn: true },
  { name: 'subtitles', path: () => `/subtitles/${ids.episode}`, signedIn: true },
  { name: 'watch while processing', path: () => `/watch/${ids.processing}`, signedIn: true, scripts: withoutVideo },
  { name: 'watch after failing', path: () => `/watch/${ids.failed}`, signedIn: true, scripts: withoutVideo },
  { name: 'own profile', path: () => `/creator/${ids.creator}`, signedIn: true },
]
const screens = [...open, ...missing, ...guarded]

describe.each(screens)('$name', (screen) => {
  let visitor: Visitor
  let page: Page
  let scripts: () => Promise<number>
  let beforeFonts: LayoutShifts

  // One visit for all tests below: each only reads, or leaves the page unchanged.
  beforeAll(async () => {
    visitor = await app.browser.visit(app.hoshi.url)
    page = visitor.page
    if (screen.signedIn) await visitor.logInAs(creator)
    await recordLayoutShifts(page)
    scripts = countScripts(visitor.context)
    const releaseFonts = await delayFonts(page)
    const response = await page.goto(screen.path(), { waitUntil: 'commit' })
    expect(response?.status()).toBe(screen.status ?? 200)
    await startScriptsAfterPaint(page)
    await waitForHydration(page)
    beforeFonts = await layoutShifts(page)
    releaseFonts()
    await page.waitForLoadState('networkidle')
  })
  afterAll(() => visitor?.close())

  test('has one heading, and nothing is blocked, third-party or in the console', async () => {
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.title()).toMatch(/Hoshi$/)
    // The browser itself logs the refusal of the page.
    const refusal = `status of ${screen.status}`
    const unexpected = visitor.errors.filter((error) => !(screen.status && error.includes(refusal)))
    expect(unexpected).toEqual([])
  })

  test('nothing shifts while it loads', async () => {
    // late-fonts covers shifts by fonts.
    expect(beforeFonts.moves).toEqual([])
  })

  test('loads no more script than allowed', async () => {
    const most = screen.scripts ?? small
    // A player loads last: it is there when a frame is.
    const isReady = (hasVideo: boolean) => !hasVideo || (document.querySelector('video')?.videoWidth ?? 0) > 0
    await page.waitForFunction(isReady, most === withPlayer)
    await page.waitForLoadState('networkidle')
    expect(await scripts()).toBeGreaterThan(most === withPlayer ? 100_000 : 0)
    expect(await scripts()).toBeLessThanOrEqual(most)
  })

  test('lets the keyboard jump to the content', async () => {
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))
    expect(isInside).toBe(true)
  })

  test('is accessible, wide and narrow, dark and light', async () => {
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })

  test('never scrolls sideways, on a phone or zoomed in', async () => {
    // 720 px is the width of a 1440 px window at 200 % zoom.
    for (const width of [720, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
})

describe('pages for signed-out visitors', () => {
  test.each([...open, ...missing])('$name: sets no cookie and carries its policy', async (screen) => {
    const { status, headers } = await fetch(new URL(screen.path(), app.hoshi.url))
    expect(status).toBe(screen.status ?? 200)
    expect(headers.getSetCookie()).toEqual([])
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain(`frame-ancestors ${screen.framedBy ?? "'none'"}`)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('referrer-policy')).toBe(true)
    expect(headers.has('permissions-policy')).toBe(true)
  })
})

/** Counts the script bytes transferred from now on, compressed. */
function countScripts(context: BrowserContext): () => Promise<number> {
  const sizes: Promise<number>[] = []
  context.on('requestfinished', (request) => {
    if (!/\.m?js$/.test(new URL(request.url()).pathname)) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
}
