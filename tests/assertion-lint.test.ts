import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findConditionalAssertions } from './support/assertions/conditional-assertions.ts'
import { findReadsAfterClicks } from './support/assertions/reads-after-clicks.ts'
import { findSkippedTests } from './support/assertions/skipped-tests.ts'
import { readSource } from './support/assertions/source.ts'

const root = join(import.meta.dirname, '..')
const patterns = ['{src,bench,scripts,demo}/**/*.{test,spec}.{ts,tsx,mjs}', 'tests/**/*.ts', 'clients/*.ts']
const files = globSync(patterns, { cwd: root }).sort()

const findingsOf = (find: typeof findSkippedTests) =>
  files.flatMap((file) => find(readSource(file)).map(({ line, what }) => `${file}:${line} ${what}`))

test('there are tests to check', () => {
  expect(files.length).toBeGreaterThan(200)
})

test('every assertion is reached in every run, and every test has one', () => {
  expect(findingsOf(findConditionalAssertions)).toEqual([])
})

test('no test is skipped unconditionally, runs alone, or is retried', () => {
  expect(findingsOf(findSkippedTests)).toEqual([])
  expect(readFileSync(join(root, 'vitest.config.ts'), 'utf8')).not.toMatch(/\bretry\b/)
})

test('no wait has a time limit of its own', () => {
  const isLimited = (file: string) => /\{ timeout: [\d_]+/.test(readFileSync(join(root, file), 'utf8'))
  expect(files.filter(isLimited)).toEqual([])
})

test('no page is read directly after a click, before it can have followed', () => {
  expect(findingsOf(findReadsAfterClicks)).toEqual([])
})
