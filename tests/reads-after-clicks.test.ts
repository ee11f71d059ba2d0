import { describe, expect, test } from 'vitest'
import { findReadsAfterClicks } from './support/assertions/reads-after-clicks.ts'
import { parseSource } from './support/assertions/source.ts'

const before = `import { expect, test } from 'vitest'
const titles = (page) => page.getByRole('heading').allInnerTexts()
const title = (page) => page.getByRole('heading').textContent()
async function alertsOf(page) {
  await page.getByRole('alert').waitFor()
  return page.getByRole('alert').allInnerTexts()
}
const plain = { javaScriptEnabled: false }
`
const linesIn = (code: string) =>
  findReadsAfterClicks(parseSource('tests/screens/made-up.spec.ts', before + code)).map(
    ({ line }) => line - before.split('\n').length,
  )
const inTest = (code: string) => linesIn(`test('x', async () => {\n${code}\n})`)
const withoutScripts = (code: string) => linesIn(`test('x', async () => {\nawait app.visit(plain)\n${code}\n})`)

describe('a read directly after a click is found', () => {
  test.each([
    ['await link.click()\nexpect(await list.count()).toBe(1)', 2],
    ['await link.click()\nexpect(await titles(page)).toEqual([])', 2],
    ['await link.click()\nexpect(page.url()).toBe(1)', 2],
    ['await link.click()\nexpect((await viewer.call("GET", path)).status).toBe(404)', 2],
    ["await field.press('Enter')\nexpect(await list.count()).toBe(1)", 2],
    ['await link.click()\nexpect(errors).toEqual([])\nexpect(await dialog.isVisible()).toBe(true)', 3],
    ['for (const link of [1, 2]) {\nawait link.click()\nexpect(await list.count()).toBe(1)\n}', 3],
  ])('%s', (code, line) => {
    expect(inTest(code)).toEqual([line])
  })

  test.each(['expect(await field.inputValue()).toBe(1)', 'expect(await title(page)).toBe(1)'])(
    'on a page without scripts: %s',
    (read) => {
      expect(withoutScripts(`await link.click()\n${read}`)).toEqual([3])
      expect(inTest(`await link.click()\n${read}`)).toEqual([])
    },
  )
})

describe('nothing is found where something is waited for', () => {
  test.each([
    'await link.click()\nawait expect.poll(() => list.count()).toBe(1)',
    'await link.click()\nawait page.waitForURL(path)\nexpect(await list.count()).toBe(1)',
    'await link.click()\nexpect(await alertsOf(page)).toEqual([])\nexpect(await list.count()).toBe(1)',
    'await Promise.all([page.waitForResponse(path), link.click()])\nexpect(await list.count()).toBe(1)',
    'await link.click()\nawait page.goto(path)\nexpect(await list.count()).toBe(1)',
    "await page.locator('summary').click()\nexpect(await list.count()).toBe(1)",
    'expect(await list.count()).toBe(1)\nawait link.click()\nawait link.click()',
  ])('%s', (code) => {
    expect(inTest(code)).toEqual([])
    expect(withoutScripts(code)).toEqual([])
  })
})
