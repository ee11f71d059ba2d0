import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the lockfiles name no address and have an entry for every optional package, so that npm ci accepts them', () => {
  const check = spawnSync(process.execPath, ['scripts/complete-lockfile.mjs', '--check'], { encoding: 'utf8' })
  expect(check.stderr).toBe('')
  expect(check.status).toBe(0)
})
