import { describe, expect, test } from 'vitest'
import { findConditionalAssertions } from './support/assertions/conditional-assertions.ts'
import { findSkippedTests } from './support/assertions/skipped-tests.ts'
import { parseSource } from './support/assertions/source.ts'

const sourceOf = (code: string) =>
  parseSource('tests/made-up.test.ts', `import { expect, test } from 'vitest'\n${code}`)
const findingsOf = (code: string) => findConditionalAssertions(sourceOf(code)).map(({ what }) => what)
const inTest = (code: string) => findingsOf(`test('x', async ({ page, list }) => {\n${code}\n})`)
/** Beside an assertion that is always reached. */
const besideAssertion = (code: string) => inTest(`expect(0).toBe(0)\n${code}`)

describe('an assertion may never be reached', () => {
  test.each([
    ['in a branch', 'if (page) expect(1).toBe(1)'],
    ['in a branch', 'if (page) page.go()\nelse expect(1).toBe(1)'],
    ['in a branch', 'page ? expect(1).toBe(1) : null'],
    ['in a branch', 'page && expect(1).toBe(1)'],
    ['in a branch', 'page ?? expect.poll(() => 1).toBe(1)'],
    ['in a branch', 'switch (page) {\ncase 1:\nexpect(1).toBe(1)\n}'],
    ['in a catch', 'try { page.go() } catch (error) { expect(error).toBe(1) }'],
    ['whose failure may be caught', 'try { expect(1).toBe(1) } catch {}'],
    ['in a callback', 'await page.go().catch((error) => expect(error).toBe(1))'],
    ['in a callback', "page.on('request', (request) => { expect(request).toBe(1) })"],
    ['in a callback', 'await page.go({ onProgress: (share) => expect(share).toBe(1) })'],
    ['in a callback', 'const check = () => expect(1).toBe(1)\npage.on(check)'],
    ['in a callback', 'list.forEach((each) => expect(each).toBe(1))'],
    ['in a loop that may not run', 'for (const each of list) expect(each).toBe(1)'],
    ['in a loop that may not run', 'for (const each of [1, 2].filter(page)) expect(each).toBe(1)'],
    ['in a loop that may not run', 'for (const each of [...list]) expect(each).toBe(1)'],
    ['in a loop that may not run', 'while (page.goesOn()) expect(1).toBe(1)'],
    ['in a loop that may not run', 'for (let n = 0; n < list.length; n += 1) expect(n).toBe(1)'],
    [
      'in a loop that may not run',
      'const list = [1]\n{ const list = page.all()\nfor (const each of list) expect(each).toBe(1) }',
    ],
    ['behind a way out', 'if (page) return\nexpect(1).toBe(1)'],
    ['behind a way out', 'for (const each of [1]) {\nif (page) continue\nexpect(each).toBe(1)\n}'],
  ])('%s: %s', (what, code) => {
    expect(besideAssertion(code)).toEqual([`an assertion ${what}`])
  })

  test('in a helper, and by a call to one', () => {
    const helper = 'const check = (each) => expect(each).toBe(1)\n'
    expect(findingsOf('function check(each) { if (each) expect(each).toBe(1) }')).toEqual(['an assertion in a branch'])
    expect(besideAssertion(`${helper}if (page) check(1)`)).toEqual(['an assertion in a branch'])
  })

  test('in a table that may be empty', () => {
    expect(findingsOf("test.each(all())('%s', (each) => { expect(each).toBe(1) })")).toEqual([
      'an assertion in a table that may be empty',
    ])
  })
})

describe('an assertion is always reached', () => {
  test.each([
    'for (const each of [1, 2]) expect(each).toBe(1)',
    'const all = [1, 2] as const\nfor (const each of all.map(String)) expect(each).toBe(1)',
    'const all = { one: 1 }\nfor (const [key] of Object.entries(all)) expect(key).toBe(1)',
    'const all = { list: [1] }\nfor (const each of all.list) expect(each).toBe(1)',
    'const all = () => [page, page]\nfor (const each of all()) expect(each).toBe(1)',
    'for (let n = 0; n < 3; n += 1) expect(n).toBe(n)',
    'do { expect(1).toBe(1) } while (page.goesOn())',
    'expect(list).toHaveLength(2)\nlist.forEach((each) => expect(each).toBe(1))',
    'expect(list.length).toBeGreaterThan(0)\nfor (const each of list) expect(each).toBe(1)',
    'expect(list).not.toEqual([])\nfor (const each of list) expect(each).toBe(1)',
    'expect(list.map((each) => each.id)).toEqual([1, 2])\nfor (const each of list) expect(each).toBe(1)',
    'const all = await Promise.all([page.one(), page.two()])\nfor (const each of all) expect(each).toBe(1)',
    'try { expect(1).toBe(1) } finally { page.close() }',
    'for (const each of [1, 2]) { if (page) break }\nexpect(1).toBe(1)',
    "if (page) return skip('there is none')\nexpect(1).toBe(1)",
    'await vi.waitFor(() => expect(1).toBe(1))',
    'expect.assertions(1)\nawait page.go().catch((error) => expect(error).toBe(1))',
  ])('%s', (code) => {
    expect(inTest(code)).toEqual([])
  })

  test('a list that is asserted to be empty proves nothing', () => {
    const loop = 'for (const each of list) expect(each).toBe(1)'
    expect(inTest(`expect(list).toHaveLength(0)\n${loop}`)).toEqual(['an assertion in a loop that may not run'])
    expect(inTest(`expect(list).toEqual([])\n${loop}`)).toEqual(['an assertion in a loop that may not run'])
  })
})

describe('a test without an assertion', () => {
  test.each(['await page.go()', 'expect.any(Number)', 'throw new Error()'])('is reported: %s', (code) => {
    expect(inTest(code)).toEqual(['a test without an assertion'])
  })

  test.each(["await page.waitForURL('/')", 'await page.getByText("x").waitFor()', "await eventually('x', page.go)"])(
    'does not include one that waits for something: %s',
    (code) => {
      expect(inTest(code)).toEqual([])
    },
  )
})

describe('a test that is left out', () => {
  test.each([
    ["test.skip('x', () => {})", 'a test with .skip'],
    ["describe.only('x', () => {})", 'a test with .only'],
    ["it.todo('x')", 'a test with .todo'],
    ["test.each([1]).only('x', () => {})", 'a test with .only'],
    ["test('x', { retry: 2 }, () => {})", 'a test that is tried again'],
    ["test('x', ({ skip }) => skip(page))", 'a test that is skipped without a reason'],
    ["test('x', (ctx) => ctx.skip())", 'a test that is skipped without a reason'],
  ])('is reported: %s', (code, what) => {
    expect(findSkippedTests(sourceOf(code)).map((each) => each.what)).toContain(what)
  })

  test.each([
    "test.skipIf(isThere)('x', () => {})",
    "test('x', ({ skip }) => skip(page, 'there is no page'))",
    "test('x', (ctx) => ctx.skip(NO_REAL_FILES))",
    'list.skip(2)',
  ])('does not include %s', (code) => {
    expect(findSkippedTests(sourceOf(code))).toEqual([])
  })
})
