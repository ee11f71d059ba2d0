import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { sharedBrowser, type TestBrowser, type Visitor } from './browser.server.ts'
import { createTestHoshi, type TestHoshi, type TestHoshiOptions } from './test-hoshi.ts'

/** What the tests of one file share: a Hoshi, a browser, a folder for clips. */
export interface OnScreen {
  readonly hoshi: TestHoshi
  readonly browser: TestBrowser
  readonly clipsDir: string
  /** Somebody new at a browser of their own, gone when the test ends. */
  visit(options?: BrowserContextOptions, url?: string): Promise<Visitor>
}

/** Called once at the top of a spec: everything is there before its first test, and gone after its last. */
export function onScreen(options: () => Promise<TestHoshiOptions> = async () => ({})): OnScreen {
  const visitors: Visitor[] = []
  let hoshi: TestHoshi | undefined
  let browser: TestBrowser | undefined
  let clipsDir: string | undefined

  beforeAll(async () => {
    clipsDir = await mkdtemp(join(tmpdir(), 'hoshi-screens-'))
    hoshi = await createTestHoshi(await options())
    browser = await sharedBrowser()
  })
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.leave()
  })
  afterAll(async () => {
    if (hoshi) await browser?.forget(hoshi.url)
    await hoshi?.close()
    if (clipsDir) await rm(clipsDir, { recursive: true, force: true })
  })

  return {
    get hoshi() {
      return there(hoshi)
    },
    get browser() {
      return there(browser)
    },
    get clipsDir() {
      return there(clipsDir)
    },
    async visit(options, url = there(hoshi).url) {
      const visitor = await there(browser).visit(url, options)
      visitors.push(visitor)
      return visitor
    },
  }
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('This is only there while tests run.')
  return thing
}
