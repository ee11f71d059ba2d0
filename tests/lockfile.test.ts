import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the lockfiles name no URL and have an entry for every optional package, as npm ci requires', () => {
  const check = spawnSync(process.execPath, ['scripts/complete-lockfile.mjs', '--check'], { encoding: 'utf8' })
  expect(check.stderr).toBe('')
  expect(check.status).toBe(0)
})
