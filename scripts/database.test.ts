import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function reset(dataDir: string) {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'database.ts'), 'reset', dataDir, '--yes'],
    {
      encoding: 'utf8',
    },
  )
  return { stdout, status }
}

test('a reset keeps uploaded files, and says which folder the next start would refuse', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoshi-reset-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const deleted = 'The database has been deleted. The next start creates a new one.\n'
  mkdirSync(join(dataDir, 'postgres/owners'), { recursive: true })
  expect(reset(dataDir)).toEqual({ stdout: deleted, status: 0 })
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const files = join(dataDir, 'files')
  for (const folder of ['postgres/owners', 'files']) mkdirSync(join(dataDir, folder), { recursive: true })
  const advice = `Uploaded files are still in ${files}. Move that folder away if it holds videos: the next start refuses them.\n`
  expect(reset(dataDir)).toEqual({ stdout: deleted + advice, status: 0 })
  expect(existsSync(files)).toBe(true)
})
