import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { PATIENCE_MS } from './patience.ts'

/** With a context of its own. */
export interface OpenPage {
  page: Page
  context: BrowserContext
}

export interface AcquiredPage extends OpenPage {
  /** Keeps the page for the next visitor of the same kind, or closes it. */
  release(): Promise<void>
}

/** What cannot be taken back, or what few tests do. */
const lasting = {
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
/** Those that tests listen to. */
const pageEvents = 'console dialog framenavigated load pageerror request requestfailed requestfinished response'
const contextEvents = 'page request requestfailed requestfinished response'
/** A page of the site without scripts: leaving the site would end the process that has compiled them. */
const RESTING_PLACE = '/healthz'

/**
 * Pages of visitors. A page that has shown the site before takes half of the processor time of a new one, so it goes to
 * the next visitor with the same options: without cookies, storage, history and listeners, but with the files in the
 * browser's cache. A test that changes a page for good has it alone.
 */
export class UsedPages {
  readonly #browser: Browser
  readonly #prepare: (context: BrowserContext) => Promise<void>
  #resting: (OpenPage & { kind: string })[] = []

  constructor(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
    this.#browser = browser
    this.#prepare = prepare
  }

  async acquire(url: string, options: BrowserContextOptions): Promise<AcquiredPage> {
    const kind = `${url} ${JSON.stringify(options)}`
    const place = this.#resting.findLastIndex((resting) => resting.kind === kind)
    const { page, context } = place === -1 ? await this.#open(options) : this.#resting.splice(place, 1)[0]!
    let isSpoilt = false
    const spoil = () => {
      isSpoilt = true
    }
    const unwatch = watchForLasting({ page, context }, spoil)
    context.on('page', spoil)
    return {
      page,
      context,
      release: async () => {
        unwatch()
        const isReusable = !isSpoilt && !page.isClosed() && (await isMadeFresh({ page, context }, url, options))
        if (isReusable) this.#resting.push({ page, context, kind })
        else await context.close()
      },
    }
  }

  /** Closes the pages of a site that nobody visits any more. */
  async forget(url: string): Promise<void> {
    const isOf = ({ kind }: { kind: string }) => kind.startsWith(`${url} `)
    const left = this.#resting.filter(isOf)
    this.#resting = this.#resting.filter((resting) => !isOf(resting))
    await Promise.all(left.map(({ context }) => context.close()))
  }

  async #open(options: BrowserContextOptions): Promise<OpenPage> {
    const context = await this.#browser.newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    await this.#prepare(context)
    return { context, page: await context.newPage() }
  }
}

/** @returns takes the watch away */
function watchForLasting({ page, context }: OpenPage, onUse: () => void): () => void {
  for (const name of lasting.page) watchMethod(page, name, onUse)
  for (const name of lasting.context) watchMethod(context, name, onUse)
  const { clock } = page
  const watched = () => {
    onUse()
    return clock
  }
  Object.defineProperty(page, 'clock', { configurable: true, get: watched })
  return () => {
    for (const name of lasting.page) Reflect.deleteProperty(page, name)
    for (const name of lasting.context) Reflect.deleteProperty(context, name)
    Object.defineProperty(page, 'clock', { configurable: true, writable: true, value: clock })
  }
}

/** Covers the method of the class by one of the object's own. */
function watchMethod<Thing extends object>(thing: Thing, name: keyof Thing & string, onUse: () => void): void {
  const method = thing[name] as (...args: unknown[]) => unknown
  Object.assign(thing, {
    [name](...args: unknown[]) {
      onUse()
      return method.apply(thing, args)
    },
  })
}

/** The media of new pages with these options: null would lift what their context emulates. */
function mediaOf({ colorScheme, reducedMotion, forcedColors, contrast }: BrowserContextOptions) {
  return {
    media: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
    contrast: contrast ?? 'no-preference',
  } as const
}

async function isMadeFresh({ page, context }: OpenPage, url: string, options: BrowserContextOptions): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of pageEvents.split(' ')) page.removeAllListeners(event)
    for (const event of contextEvents.split(' ')) context.removeAllListeners(event)
    await page.emulateMedia(mediaOf(options))
    if (options.viewport) await page.setViewportSize(options.viewport)
    // At a place outside of the page nothing is hovered, neither here nor in what is opened next.
    await page.mouse.up()
    await page.mouse.move(-10, -10)
    const answer = await page.goto(new URL(RESTING_PLACE, url).href)
    const browser = await context.newCDPSession(page)
    await browser.send('Storage.clearDataForOrigin', {
      origin: url,
      storageTypes: 'local_storage,indexeddb,cache_storage',
    })
    await browser.send('DOMStorage.clear', { storageId: { securityOrigin: url, isLocalStorage: false } })
    await browser.send('Page.resetNavigationHistory')
    await browser.detach()
    await context.clearCookies()
    return answer?.ok() === true
  } catch {
    // Its site is gone, or it does not want to be left.
    return false
  }
}
