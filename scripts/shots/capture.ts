import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import type { Fixtures, Role, Shot } from './shot.ts'

/** The widths and schemes of every screenshot. */
export const allWidths = [1440, 800, 390] as const
export const allSchemes = ['dark', 'light'] as const

interface Variants {
  widths?: readonly number[]
  schemes?: readonly (typeof allSchemes)[number][]
}

/** Result of the requested screenshots. */
export interface CaptureResult {
  images: number
  failures: { name: string; reason: string }[]
}

interface CaptureContext {
  browser: Browser
  /** Origin of the Hoshi, and the people who look at it. */
  url: string
  people: Fixtures['people']
  folder: string
}

/** Saves these screenshots in the folder. A shot that fails leaves no image and does not stop the others. */
export async function captureAll(
  context: CaptureContext,
  shots: readonly Shot[],
  variants: Variants = {},
): Promise<CaptureResult> {
  const { widths = allWidths, schemes = allSchemes } = variants
  const result: CaptureResult = { images: 0, failures: [] }
  const sessions = await signInAll(context, shots)
  for (const shot of shots) {
    const pathOf: PathOf = (width, scheme) => join(context.folder, `${shot.name}-${width}-${scheme}.png`)
    const paths = widths.flatMap((width) => schemes.map((scheme) => pathOf(width, scheme)))
    await removeAll(paths)
    try {
      const options = { baseURL: context.url, storageState: shot.as && sessions.get(shot.as) }
      for (const group of shot.isWidthBound ? widths.map((width) => [width]) : [widths])
        await captureShot(context.browser, shot, options, { widths: group, schemes, pathOf })
      result.images += paths.length
    } catch (error) {
      await removeAll(paths)
      result.failures.push({ name: shot.name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return result
}

type PathOf = (width: number, scheme: string) => string
type Session = BrowserContextOptions['storageState']

/** Signs in everybody who appears in these shots. */
async function signInAll(
  { browser, url, people }: CaptureContext,
  shots: readonly Shot[],
): Promise<Map<Role, Session>> {
  const sessions = new Map<Role, Session>()
  for (const { as } of shots) {
    if (!as || sessions.has(as)) continue
    const { email, password } = people[as]
    const context = await browser.newContext({ baseURL: url })
    const data = { email, password }
    const response = await context.request.post('/api/auth/sign-in/email', { headers: { Origin: url }, data })
    if (!response.ok()) throw new Error(`Signing in answered ${response.status()}: ${await response.text()}`)
    sessions.set(as, await context.storageState())
    await context.close()
  }
  return sessions
}

/**
 * Brings the screen into its state once for all its images: loading and preparing take longer than they do. Each shot
 * has its own window, so nothing remains from another one.
 */
async function captureShot(
  browser: Browser,
  { path, isWindow = false, isWidthBound = false, prepare }: Shot,
  options: BrowserContextOptions,
  { widths, schemes, pathOf }: Required<Variants> & { pathOf: PathOf },
): Promise<void> {
  const viewports = widths.map((width) => ({ width, height: width === 390 ? 844 : 900 }))
  const [viewport] = viewports
  const context = await browser.newContext({ ...options, viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(MAX_WAIT_MS)
  try {
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'load' })
    await waitForHydration(page)
    await prepare?.(page)
    // At another width the pointer would be on something else.
    if (!isWidthBound) await page.mouse.move(0, 0)
    for (const size of viewports) {
      await page.setViewportSize(size)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await waitForMedia(page)
        if (!isWindow) await moveBottomBar(page)
        await page.screenshot({ path: pathOf(size.width, colorScheme), fullPage: !isWindow, animations: 'disabled' })
      }
    }
  } finally {
    await context.close()
  }
}

/** Waits for fonts and images, including those below the fold. */
async function waitForMedia(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    const loaded = [...document.images].map((image) => image.decode().catch(() => undefined))
    await Promise.all([document.fonts.ready, ...loaded])
  })
}

/**
 * A full-page screenshot shows fixed elements where the first window has them, in the middle of the page. Moves the bar
 * of small screens to the end, where a scrolling reader sees it.
 */
async function moveBottomBar(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    const below = document.documentElement.scrollHeight - window.innerHeight
    for (const bar of document.querySelectorAll<HTMLElement>('.bottom-bar')) bar.style.translate = `0 ${below}px`
  })
}

async function removeAll(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}
