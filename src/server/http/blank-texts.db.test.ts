import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaff } from '#tests/support/data/staff.ts'
import { operationsOf, readDescription } from '#tests/support/http/api-description.ts'
import type { Person } from '#tests/support/http/person.ts'
import { pathOf, replaceEachText } from '#tests/support/http/replaced-texts.ts'
import { createFullAccount, type FullAccount } from '#tests/support/worlds/full-account.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let its: FullAccount
let admin: Person

beforeAll(async () => {
  site = await createTestHoshi()
  its = await createFullAccount(site)
  admin = await createStaff(site, 'admin')
})
afterAll(() => site?.close())

/** Refusals of texts that people read, by field. Passwords are never shown. */
const isOfShownText =
  /\.(?:title|genre|comment|note|reason)_required$|\.(?:name|passkey_name|credits|arcs|word)_invalid$/

test('a required text that shows nothing is refused as an empty one is', async () => {
  const refused: { name: string; codes: string[] }[] = []
  async function codeOf(method: string, path: string, body: unknown): Promise<string> {
    const { call } = /\/(?:admin|moderation)\//.test(path) ? admin : its.creator
    const response = await call(method, pathOf(its, path), body)
    return response.ok ? '' : ((await response.json()) as { code: string }).code
  }
  for (const { name, method, path, operation } of operationsOf(await readDescription(site.url))) {
    const example = operation.requestBody?.content['application/json']?.example
    const [empty = [], ...blank] = ['', '\u200b\u3164', '\u0301\u0323', '\u2800\u00a0'].map((text) =>
      replaceEachText(example, text),
    )
    for (const [at, body] of empty.entries()) {
      const code = await codeOf(method, path, body)
      if (!isOfShownText.test(code)) continue
      const codes = [code]
      for (const bodies of blank) codes.push(await codeOf(method, path, bodies[at]))
      refused.push({ name, codes })
    }
  }
  expect(refused.length).toBeGreaterThan(12)
  expect(refused.filter(({ codes }) => new Set(codes).size > 1)).toEqual([])
})
