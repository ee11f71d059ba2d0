import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, firefox } from 'playwright-core'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { unshiftedEnvironment } from '#tests/support/run/shifted-clock.ts'
import { prepareContext, type TestBrowser, type Visitor, visitorOf } from './browser.server.ts'

/** Debian's Firefox, or the one of another distribution. */
const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/**
 * A Firefox as its users have it, driven over WebDriver BiDi: `channel` tells Playwright not to expect its own build. As for
 * them, there is no sound before the first click or key; Playwright turns off what Firefox does in the background.
 *
 * @throws Error when Firefox is not installed
 */
async function launchFirefox(hasMotion: boolean): Promise<Browser> {
  const executablePath = paths.find((path) => existsSync(path))
  if (!executablePath) throw new Error('Firefox is missing: run "sudo apt-get install firefox-esr".')
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // For all contexts: Firefox 153 has no command for one.
    firefoxUserPrefs: { 'ui.prefersReducedMotion': hasMotion ? 0 : 1 },
    env: unshiftedEnvironment,
  })
  acceptUnknownEmulation(browser)
  return browser
}

/** For `setUpApp`: every visitor has their own container, without the cookies and storage of others. Motion is reduced. */
export const openFirefox = (): Promise<TestBrowser> => open(false)
export const openFirefoxWithMotion = (): Promise<TestBrowser> => open(true)

async function open(hasMotion: boolean): Promise<TestBrowser> {
  const browser = await launchFirefox(hasMotion)
  return {
    visit: (url, options) => visit(browser, url, options),
    releasePages: async () => {},
    close: () => browser.close(),
  }
}

async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(MAX_WAIT_MS)
  await prepareContext(context)
  const page = await context.newPage()
  return visitorOf({ page, context, release: () => context.close() }, url, options)
}

interface BidiMessage {
  id?: number
  type: string
  error?: string
  message?: string
}

interface BidiTransport {
  onmessage(message: BidiMessage): void
}

/** Internals that Playwright's own tests use; there is no public API for them. */
interface PlaywrightInternals {
  _connection: { toImpl(browser: Browser): { _connection: { _transport: BidiTransport } } }
}

/**
 * Lets pages open although Firefox does not know each `emulation.…` command yet. Playwright sends
 * `setMediaFeaturesOverride` to every context, which 153 refuses: its colours and motion are those of the preferences.
 */
function acceptUnknownEmulation(browser: Browser): void {
  const internals = browser as unknown as PlaywrightInternals
  const transport = internals._connection.toImpl(browser)._connection._transport
  const receive = transport.onmessage
  transport.onmessage = (answer) => {
    const isUnknown = answer.error === 'unknown command' && answer.message?.startsWith('emulation.')
    receive(isUnknown ? ({ type: 'success', id: answer.id, result: {} } as BidiMessage) : answer)
  }
}
