import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { browserPath } from './browser-path.ts'
import type { Person } from './person.ts'
import { shiftMs, unshiftedEnvironment } from './shifted-clock.ts'
import { type OpenPage, UsedPages } from './used-pages.server.ts'

/** Somebody at a browser of their own: cookies and storage are shared with nobody. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** What a developer would have to look at: console errors, uncaught exceptions, blocked or foreign requests. */
  troubles: string[]
  /** Opens a path of the site and answers with the HTTP status. */
  open(path: string): Promise<number>
  /** Takes over a session that was made over the API. */
  logInAs(person: Pick<Person, 'email' | 'password'>): Promise<void>
  leave(): Promise<void>
}

/** A Chromium, in which every visitor has cookies and storage of their own. */
export interface TestBrowser {
  /** @param url origin of the Hoshi that is visited */
  visit(url: string, options?: BrowserContextOptions): Promise<Visitor>
  /** Nobody will visit this origin again. */
  forget(url: string): Promise<void>
  close(): Promise<void>
}

/** Playwright's own list for this browser, and ours: where the flag comes twice, only the last one counts. */
const unwanted = [
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
  // Two pages behind the address bar of every window: they take as long as a screen of ours.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in advance for another site, which no test goes to.
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
  `--disable-features=${unwanted.join(',')}`,
]

/** Chromium without what takes time and shows nothing of a page. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath, headless: true, args: flags, env: unshiftedEnvironment })
}

export async function openBrowser(): Promise<TestBrowser> {
  return (await launch()).browser
}

async function launch() {
  const chrome = await launchChromium()
  const pages = new UsedPages(chrome, prepare)
  const browser: TestBrowser = {
    visit: (url, options) => visit(pages, url, options),
    forget: (url) => pages.forget(url),
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

/** Drawing what moves takes up to a quarter of a page's time: only tests of motion, and of a whole way, ask for it. */
const still = { reducedMotion: 'reduce' } as const
export const lively = { reducedMotion: 'no-preference' } as const
const desk = { viewport: { width: 1280, height: 800 } }

async function visit(pages: UsedPages, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const used = await pages.acquire(url, { baseURL: url, ...desk, ...still, ...options })
  const { page, context } = used
  const troubles: string[] = []
  watchForTroubles(used, url, troubles)
  return {
    page,
    context,
    troubles,
    async open(path) {
      const response = await page.goto(path)
      return response?.status() ?? 0
    },
    async logInAs({ email, password }) {
      const answer = await context.request.post('/api/auth/sign-in/email', {
        headers: { Origin: url },
        data: { email, password },
      })
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`)
    },
    leave: () => used.release(),
  }
}

async function prepare(context: BrowserContext): Promise<void> {
  if (shiftMs !== 0) await context.addInitScript(shiftDate, shiftMs)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`blocked by policy: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
}

/** Has a page tell the run's time, though its browser lives at the machine's. */
function shiftDate(ms: number): void {
  const { now } = Date
  const shifted = () => now.call(Date) + ms
  globalThis.Date = new Proxy(Date, {
    construct: (of, given: unknown[]) => Reflect.construct(of, given.length > 0 ? given : [shifted()]),
    get: (of, name) => (name === 'now' ? shifted : Reflect.get(of, name)),
  })
}

function watchForTroubles({ page, context }: OpenPage, url: string, troubles: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      troubles.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
  context.on('request', (request) => {
    const address = request.url()
    if (!/^(data|blob):/.test(address) && new URL(address).origin !== url) troubles.push(`leaves the site: ${address}`)
  })
}
