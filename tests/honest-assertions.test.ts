import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findDoubtfulAssertions } from './support/assertions/doubtful-assertions.ts'
import { findLeftOut } from './support/assertions/left-out.ts'
import { readSource } from './support/assertions/source.ts'

const root = join(import.meta.dirname, '..')
const patterns = ['{src,bench,scripts,demo}/**/*.{test,spec}.{ts,tsx,mjs}', 'tests/**/*.ts', 'clients/*.ts']
const files = globSync(patterns, { cwd: root }).sort()

const told = (look: typeof findLeftOut) =>
  files.flatMap((file) => look(readSource(file)).map(({ line, what }) => `${file}:${line} ${what}`))

test('there are tests to look at', () => {
  expect(files.length).toBeGreaterThan(200)
})

test('every assertion is reached in every run, and every test has one', () => {
  expect(told(findDoubtfulAssertions)).toEqual([])
})

test('no test is left out for good, runs alone, or is tried again', () => {
  expect(told(findLeftOut)).toEqual([])
  expect(readFileSync(join(root, 'vitest.config.ts'), 'utf8')).not.toMatch(/\bretry\b/)
})
