import { expect, test } from 'vitest'
import { isInstalledByNpm } from './packages.mjs'

const lock = {
  packages: {
    '': { name: 'hoshi' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-darwin': { version: '2.0.0', optional: true },
  },
}

test('an install with every package of the lockfile counts as done', () => {
  expect(isInstalledByNpm(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true)
})

test('another version, a missing package or no record at all requires an install', () => {
  expect(isInstalledByNpm(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false)
  expect(isInstalledByNpm(lock, { packages: {} })).toBe(false)
  expect(isInstalledByNpm(lock, null)).toBe(false)
})
