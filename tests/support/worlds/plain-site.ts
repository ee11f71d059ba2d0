import { afterAll, beforeAll } from 'vitest'
import type { Person } from '#tests/support/http/person.ts'
import { openPlainBrowser, type PlainBrowser } from '#tests/support/http/plain-browser.ts'
import { createTestHoshi, type TestHoshi, type TestHoshiOptions } from './test-hoshi.ts'

/** Shared by the tests of one file: a Hoshi whose pages and forms are used without scripts. */
export interface PlainSite {
  readonly hoshi: TestHoshi
  /** A new visitor, signed in as this person if there is one. */
  visit(person?: Person): Promise<PlainBrowser>
}

/** Called once at the top of a test file: the Hoshi is set up before its first test. */
export function setUpPlainSite(options: TestHoshiOptions = {}): PlainSite {
  let hoshi: TestHoshi | undefined

  beforeAll(async () => {
    hoshi = await createTestHoshi(options)
  })
  afterAll(() => hoshi?.close())

  return {
    get hoshi() {
      if (!hoshi) throw new Error('Available only while tests run.')
      return hoshi
    },
    async visit(person) {
      const browser = openPlainBrowser(this.hoshi.url)
      if (person) await browser.logInAs(person)
      return browser
    },
  }
}
