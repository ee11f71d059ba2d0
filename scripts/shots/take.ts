import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Place, Role, Shot } from './screens.ts'

/** The widths and schemes that every picture is taken in. */
export const widths = [1440, 800, 390]
export const schemes = ['dark', 'light'] as const

/** Takes these pictures into the folder, at one width and in one scheme. */
export async function takeAll(
  browser: Browser,
  { url, people, folder, shots }: { url: string; people: Place['people']; folder: string; shots: readonly Shot[] },
  width: number,
  colorScheme: (typeof schemes)[number],
): Promise<void> {
  const height = width === 390 ? 844 : 900
  const options = { baseURL: url, viewport: { width, height }, colorScheme, reducedMotion: 'reduce' } as const
  const open = new Map<Role | 'stranger', BrowserContext>()
  const contextOf = async (who: Role | 'stranger') => {
    const context = open.get(who) ?? (await browser.newContext(options))
    if (!open.has(who) && who !== 'stranger') {
      const { email, password } = people[who]
      await context.request.post('/api/auth/sign-in/email', { headers: { Origin: url }, data: { email, password } })
    }
    open.set(who, context)
    return context
  }
  for (const { name, path, as = 'stranger', isWindow = false, prepare } of shots) {
    const page = await (await contextOf(as)).newPage()
    await page.goto(path, { waitUntil: 'load' })
    await prepare?.(page)
    await settle(page)
    // What is fixed outside the window would lie in the middle of a whole page that is scrolled.
    if (!isWindow) await page.evaluate(() => window.scrollTo(0, 0))
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: !isWindow })
    await page.close()
  }
  for (const context of open.values()) await context.close()
}

/** Fonts are in, and pictures below the fold too. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    const loaded = [...document.images].map((image) => image.decode().catch(() => undefined))
    await Promise.all([document.fonts.ready, ...loaded])
  })
}
