import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './project.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoshi-fingerprint-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', 'a.ts'), 'one')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = () => fingerprint(['src', 'absent.json'], (name) => !name.endsWith('.test.ts'), folder)

test('the same sources have the same fingerprint', () => {
  const before = now()
  writeFileSync(join(folder, 'src', 'a.ts'), 'one')
  expect(now()).toBe(before)
})

test('a changed, renamed or new source has another fingerprint', () => {
  const before = now()
  writeFileSync(join(folder, 'src', 'a.ts'), 'two')
  expect(now()).not.toBe(before)
  writeFileSync(join(folder, 'src', 'a.ts'), 'one')
  writeFileSync(join(folder, 'src', 'b.ts'), '')
  expect(now()).not.toBe(before)
})

test('a test file is not a source of the build', () => {
  const before = now()
  writeFileSync(join(folder, 'src', 'a.test.ts'), 'anything')
  expect(now()).toBe(before)
})
