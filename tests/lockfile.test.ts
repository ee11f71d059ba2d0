import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the lockfile names no address and has an entry for every optional package, so that npm ci accepts it', () => {
  const check = spawnSync(process.execPath, ['scripts/complete-lockfile.mjs', '--check'], { encoding: 'utf8' })
  expect(check.stderr).toBe('')
  expect(check.status).toBe(0)
})
