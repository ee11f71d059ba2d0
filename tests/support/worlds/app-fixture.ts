import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { sharedBrowser, type TestBrowser, type Visitor } from '#tests/support/browser/browser.server.ts'
import { createTestHoshi, type TestHoshi, type TestHoshiOptions } from './test-hoshi.ts'

/** Shared by the tests of one file: a Hoshi, a browser, a folder for clips. */
export interface AppFixture {
  readonly hoshi: TestHoshi
  readonly browser: TestBrowser
  readonly clipsDir: string
  /** A new visitor with their own browser context, gone when the test ends. */
  visit(options?: BrowserContextOptions, url?: string): Promise<Visitor>
}

/**
 * Called once at the top of a spec: everything is set up before its first test, and removed after its last.
 *
 * @param openBrowser a browser of this spec alone, closed with it, in place of the Chromium that all specs share
 */
export function setUpApp(
  options: () => Promise<TestHoshiOptions> = async () => ({}),
  openBrowser?: () => Promise<TestBrowser>,
): AppFixture {
  const visitors: Visitor[] = []
  let hoshi: TestHoshi | undefined
  let browser: TestBrowser | undefined
  let clipsDir: string | undefined

  beforeAll(async () => {
    clipsDir = await mkdtemp(join(tmpdir(), 'hoshi-screens-'))
    hoshi = await createTestHoshi(await options())
    browser = await (openBrowser ?? sharedBrowser)()
  })
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close()
  })
  afterAll(async () => {
    if (hoshi) await browser?.releasePages(hoshi.url)
    if (openBrowser) await browser?.close()
    await hoshi?.close()
    if (clipsDir) await rm(clipsDir, { recursive: true, force: true })
  })

  return {
    get hoshi() {
      return whenSetUp(hoshi)
    },
    get browser() {
      return whenSetUp(browser)
    },
    get clipsDir() {
      return whenSetUp(clipsDir)
    },
    async visit(options, url = whenSetUp(hoshi).url) {
      const visitor = await whenSetUp(browser).visit(url, options)
      visitors.push(visitor)
      return visitor
    },
  }
}

function whenSetUp<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Available only while tests run.')
  return value
}
