import type { Browser, BrowserContext, BrowserContextOptions, Dialog, Page } from 'playwright-core'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'

/** A page with its own context. */
export interface OpenPage {
  page: Page
  context: BrowserContext
}

export interface AcquiredPage extends OpenPage {
  /** Stores the page for the next visitor of the same kind, or closes it. */
  release(): Promise<void>
}

/** Methods that cannot be undone, or that few tests use. */
const permanentMethods = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'setOffline',
  ],
} as const
/** Events that tests listen to. */
const pageEvents = 'console dialog framenavigated load pageerror request requestfailed requestfinished response'
const contextEvents = 'page request requestfailed requestfinished response'

/**
 * A pool of visitors' pages. A used page takes half of the processor time of a new one, so the next visitor with the
 * same options gets it: without cookies, storage, history and listeners, but with the browser's cache. A page that a
 * test changed permanently is not reused.
 */
export class PagePool {
  readonly #browser: Browser
  readonly #prepare: (context: BrowserContext) => Promise<void>
  #idle: (OpenPage & { kind: string })[] = []

  constructor(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
    this.#browser = browser
    this.#prepare = prepare
  }

  async acquire(url: string, options: BrowserContextOptions): Promise<AcquiredPage> {
    const kind = `${url} ${JSON.stringify(options)}`
    const index = this.#idle.findLastIndex((idle) => idle.kind === kind)
    const { page, context } = index === -1 ? await this.#open(options) : this.#idle.splice(index, 1)[0]!
    let isDirty = false
    const markDirty = () => {
      isDirty = true
    }
    const stopWatching = watchPermanentMethods({ page, context }, markDirty)
    context.on('page', markDirty)
    return {
      page,
      context,
      release: async () => {
        stopWatching()
        const isReusable = !isDirty && !page.isClosed() && (await tryReset({ page, context }, url, options))
        if (isReusable) this.#idle.push({ page, context, kind })
        else await context.close()
      },
    }
  }

  /** Closes the pages of a site that is no longer visited. */
  async evict(url: string): Promise<void> {
    const isOf = ({ kind }: { kind: string }) => kind.startsWith(`${url} `)
    const evicted = this.#idle.filter(isOf)
    this.#idle = this.#idle.filter((idle) => !isOf(idle))
    await Promise.all(evicted.map(({ context }) => context.close()))
  }

  async #open(options: BrowserContextOptions): Promise<OpenPage> {
    const context = await this.#browser.newContext(options)
    context.setDefaultTimeout(MAX_WAIT_MS)
    await this.#prepare(context)
    return { context, page: await context.newPage() }
  }
}

/** @returns a function that stops watching */
function watchPermanentMethods({ page, context }: OpenPage, onUse: () => void): () => void {
  for (const name of permanentMethods.page) watchMethod(page, name, onUse)
  for (const name of permanentMethods.context) watchMethod(context, name, onUse)
  const { clock } = page
  const getClock = () => {
    onUse()
    return clock
  }
  Object.defineProperty(page, 'clock', { configurable: true, get: getClock })
  return () => {
    for (const name of permanentMethods.page) Reflect.deleteProperty(page, name)
    for (const name of permanentMethods.context) Reflect.deleteProperty(context, name)
    Object.defineProperty(page, 'clock', { configurable: true, writable: true, value: clock })
  }
}

/** Shadows the class's method with one on the object. */
function watchMethod<Target extends object>(target: Target, name: keyof Target & string, onUse: () => void): void {
  const method = target[name] as (...args: unknown[]) => unknown
  Object.assign(target, {
    [name](...args: unknown[]) {
      onUse()
      return method.apply(target, args)
    },
  })
}

/** The media settings of new pages with these options: null would reset the context's emulation. */
function mediaOf({ colorScheme, reducedMotion, forcedColors, contrast }: BrowserContextOptions) {
  return {
    media: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
    contrast: contrast ?? 'no-preference',
  } as const
}

async function tryReset({ page, context }: OpenPage, url: string, options: BrowserContextOptions): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of pageEvents.split(' ')) page.removeAllListeners(event)
    for (const event of contextEvents.split(' ')) context.removeAllListeners(event)
    await leaveDocument(page)
    await page.emulateMedia(mediaOf(options))
    if (options.viewport) await page.setViewportSize(options.viewport)
    // With the pointer outside the page nothing is hovered, here or on the next page.
    await page.mouse.up()
    await page.mouse.move(-10, -10)
    const browser = await context.newCDPSession(page)
    const storageTypes = 'local_storage,indexeddb,cache_storage'
    await Promise.all([
      browser.send('Storage.clearDataForOrigin', { origin: url, storageTypes }),
      // Refused unless the page is the site's.
      browser.send('DOMStorage.clear', { storageId: { securityOrigin: url, isLocalStorage: false } }),
      browser.send('Page.resetNavigationHistory'),
      context.clearCookies(),
    ])
    await browser.detach()
    return true
  } catch {
    // The page has crashed, or is of another site.
    return false
  }
}

/**
 * Ends the document with its timers, requests and media. A blank page that the document opens itself belongs to its
 * site and takes a fifth of the processor time of a visit less than one from the server. One that the browser opens
 * belongs to no site, and would end the process with the compiled scripts.
 */
async function leaveDocument(page: Page): Promise<void> {
  const leave = (dialog: Dialog) => dialog.accept()
  page.on('dialog', leave)
  await page.evaluate(() => location.replace('about:blank'))
  await page.waitForURL('about:blank')
  page.off('dialog', leave)
}
