import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Person } from '#tests/support/http/person.ts'
import { shiftMs, unshiftedEnvironment } from '#tests/support/run/shifted-clock.ts'
import { browserPath } from './browser-path.ts'
import { waitForHydration } from './forms.ts'
import { type AcquiredPage, type OpenPage, PagePool } from './page-pool.server.ts'

/** A visitor with their own browser: cookies and storage are not shared. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Problems: console errors and warnings, uncaught exceptions, blocked or cross-origin requests. */
  errors: string[]
  /** Opens a path of the site, and waits until its scripts run, if it has any. @returns the HTTP status */
  open(path: string): Promise<number>
  /** Signs in over the API. */
  logInAs(person: Pick<Person, 'email' | 'password'>): Promise<void>
  close(): Promise<void>
}

/** A browser in which every visitor has their own cookies and storage. */
export interface TestBrowser {
  /** @param url origin of the Hoshi that is visited */
  visit(url: string, options?: BrowserContextOptions): Promise<Visitor>
  /** Releases the pages of an origin that is not visited again. */
  releasePages(url: string): Promise<void>
  close(): Promise<void>
}

/** Playwright's list for this browser plus ours: of a repeated flag, only the last one counts. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two hidden pages of every window's address bar, as slow as one of our screens.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare process for another site, which no test opens.
  'SpareRendererForSitePerProcess',
]

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** Chromium without features that take time and do not affect pages. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath, headless: true, args: flags, env: unshiftedEnvironment })
}

export async function openBrowser(): Promise<TestBrowser> {
  return (await launch()).browser
}

async function launch() {
  const chrome = await launchChromium()
  const pages = new PagePool(chrome, prepareContext)
  const browser: TestBrowser = {
    visit: (url, options) => visit(pages, url, options),
    releasePages: (url) => pages.evict(url),
    close: () => chrome.close(),
  }
  return { browser, isRunning: () => chrome.isConnected() }
}

let shared: { browser: TestBrowser; isRunning(): boolean } | undefined

/** One Chromium for all test files of this process. It ends with the process. */
export async function sharedBrowser(): Promise<TestBrowser> {
  if (!shared?.isRunning()) shared = await launch()
  return shared.browser
}

/** Drawing motion takes up to a quarter of a page's time: only tests of motion and end-to-end tests use it. */
const withoutMotion = { reducedMotion: 'reduce' } as const
export const withMotion = { reducedMotion: 'no-preference' } as const
const desktop = { viewport: { width: 1280, height: 800 } }

async function visit(pages: PagePool, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const acquired = await pages.acquire(url, { baseURL: url, ...desktop, ...withoutMotion, ...options })
  return visitorOf(acquired, url, options)
}

/** A page and its tools for specs, in any browser. */
export function visitorOf(acquired: AcquiredPage, url: string, options: BrowserContextOptions): Visitor {
  const { page, context } = acquired
  const errors: string[] = []
  collectErrors(acquired, url, errors)
  return {
    page,
    context,
    errors,
    async open(path) {
      const response = await page.goto(path)
      const runsScripts = options.javaScriptEnabled !== false && (await page.locator('#deferred').count()) > 0
      if (runsScripts) await waitForHydration(page)
      return response?.status() ?? 0
    },
    async logInAs({ email, password }) {
      const response = await context.request.post('/api/auth/sign-in/email', {
        headers: { Origin: url },
        data: { email, password },
      })
      if (!response.ok()) throw new Error(`Signing in answered ${response.status()}: ${await response.text()}`)
    },
    close: () => acquired.release(),
  }
}

/** Before its first page: the clock of the run, and policy violations as console errors. */
export async function prepareContext(context: BrowserContext): Promise<void> {
  if (shiftMs !== 0) await context.addInitScript(shiftDate, shiftMs)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`blocked by policy: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
}

/** Shifts a page's `Date` to the run's time, although its browser runs at the machine's. */
function shiftDate(ms: number): void {
  const { now } = Date
  const shifted = () => now.call(Date) + ms
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[]) => Reflect.construct(target, args.length > 0 ? args : [shifted()]),
    get: (of, name) => (name === 'now' ? shifted : Reflect.get(of, name)),
  })
}

/** An event stream ends with its session, and reconnects if it takes the page seconds to follow. */
const isRefusedReconnect = (text: string) => text.includes('status of 401') && text.endsWith('/live)')

function collectErrors({ page, context }: OpenPage, url: string, errors: string[]): void {
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()} (${message.location().url})`
    if (['error', 'warning'].includes(message.type()) && !isRefusedReconnect(text)) errors.push(text)
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  context.on('request', (request) => {
    const requestUrl = request.url()
    if (!/^(data|blob):/.test(requestUrl) && new URL(requestUrl).origin !== url)
      errors.push(`leaves the site: ${requestUrl}`)
  })
}
