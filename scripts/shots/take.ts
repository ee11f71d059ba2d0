import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { waitForScripts } from '#tests/support/by-hand.ts'
import type { Place, Role, Shot } from './screens.ts'

/** The widths and schemes that every picture is taken in. */
const allWidths = [1440, 800, 390]
const allSchemes = ['dark', 'light'] as const

/** How long a page may take for one thing. Only there to end what hangs: the machine may be busy. */
const PATIENCE_MS = 60_000

interface Sizes {
  widths?: readonly number[]
  schemes?: readonly (typeof allSchemes)[number][]
}

/** What has become of the pictures that were asked for. */
export interface Taken {
  pictures: number
  failures: { name: string; reason: string }[]
}

interface Studio {
  browser: Browser
  /** Origin of the Hoshi, and the people who look at it. */
  url: string
  people: Place['people']
  folder: string
}

/** Takes these pictures into the folder. A shot that fails leaves no picture, and the others are taken all the same. */
export async function takeAll(studio: Studio, shots: readonly Shot[], sizes: Sizes = {}): Promise<Taken> {
  const { widths = allWidths, schemes = allSchemes } = sizes
  const taken: Taken = { pictures: 0, failures: [] }
  const sessions = await signInAll(studio, shots)
  for (const shot of shots) {
    const pathOf: PathOf = (width, scheme) => join(studio.folder, `${shot.name}-${width}-${scheme}.png`)
    const paths = widths.flatMap((width) => schemes.map((scheme) => pathOf(width, scheme)))
    await removeAll(paths)
    try {
      const options = { baseURL: studio.url, storageState: shot.as && sessions.get(shot.as) }
      for (const together of shot.isWidthBound ? widths.map((width) => [width]) : [widths])
        await takeShot(studio.browser, shot, options, { widths: together, schemes, pathOf })
      taken.pictures += paths.length
    } catch (error) {
      await removeAll(paths)
      taken.failures.push({ name: shot.name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return taken
}

type PathOf = (width: number, scheme: string) => string
type Session = BrowserContextOptions['storageState']

/** Sessions of everybody who looks at one of these. */
async function signInAll({ browser, url, people }: Studio, shots: readonly Shot[]): Promise<Map<Role, Session>> {
  const sessions = new Map<Role, Session>()
  for (const { as } of shots) {
    if (!as || sessions.has(as)) continue
    const { email, password } = people[as]
    const context = await browser.newContext({ baseURL: url })
    const data = { email, password }
    const answer = await context.request.post('/api/auth/sign-in/email', { headers: { Origin: url }, data })
    if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
    sessions.set(as, await context.storageState())
    await context.close()
  }
  return sessions
}

/**
 * Brings the screen into its state once and takes all pictures of it: to load and prepare it takes longer than they do.
 * The window is the shot's own, so that nothing is left in it from another one.
 */
async function takeShot(
  browser: Browser,
  { path, isWindow = false, isWidthBound = false, prepare }: Shot,
  options: BrowserContextOptions,
  { widths, schemes, pathOf }: Required<Sizes> & { pathOf: PathOf },
): Promise<void> {
  const viewports = widths.map((width) => ({ width, height: width === 390 ? 844 : 900 }))
  const [viewport] = viewports
  const context = await browser.newContext({ ...options, viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'load' })
    await waitForScripts(page)
    await prepare?.(page)
    // At another width the pointer would lie on something else.
    if (!isWidthBound) await page.mouse.move(0, 0)
    for (const size of viewports) {
      await page.setViewportSize(size)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await settle(page)
        if (!isWindow) await unroll(page)
        await page.screenshot({ path: pathOf(size.width, colorScheme), fullPage: !isWindow, animations: 'disabled' })
      }
    }
  } finally {
    await context.close()
  }
}

/** Fonts are in, and pictures below the fold too. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    const loaded = [...document.images].map((image) => image.decode().catch(() => undefined))
    await Promise.all([document.fonts.ready, ...loaded])
  })
}

/**
 * A picture of the whole page has what is fixed to the window where it stands in the first one, in the middle of the
 * page: the bar of small screens moves to the end, where it is for somebody who scrolls there.
 */
async function unroll(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    const below = document.documentElement.scrollHeight - window.innerHeight
    for (const bar of document.querySelectorAll<HTMLElement>('.bottom-bar')) bar.style.translate = `0 ${below}px`
  })
}

async function removeAll(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}
