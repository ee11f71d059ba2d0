import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function reset(dataDir: string) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'database.ts'), 'reset', dataDir, '--yes'],
    {
      encoding: 'utf8',
    },
  )
  return { stdout, stderr, status }
}

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoshi-reset-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

const deleted = 'The database has been deleted. The next start creates a new one.\n'

test('a reset keeps uploaded files, and says which folder the next start would refuse', () => {
  const dataDir = createDataDir()
  mkdirSync(join(dataDir, 'postgres/owners'), { recursive: true })
  expect(reset(dataDir)).toEqual({ stdout: deleted, stderr: '', status: 0 })
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const files = join(dataDir, 'files')
  for (const folder of ['postgres/owners', 'files']) mkdirSync(join(dataDir, folder), { recursive: true })
  const advice = `Uploaded files are still in ${files}. Move that folder away if it holds videos: the next start refuses them.\n`
  expect(reset(dataDir)).toEqual({ stdout: deleted + advice, stderr: '', status: 0 })
  expect(existsSync(files)).toBe(true)
})

test('a reset of no database says so, and one of an incomplete database removes it', () => {
  const dataDir = createDataDir()
  const absent = (folder: string) => ({
    stdout: `There is no database in ${folder}/postgres.\n`,
    stderr: '',
    status: 0,
  })
  expect(reset(dataDir)).toEqual(absent(dataDir))
  expect(reset(join(dataDir, 'absent'))).toEqual(absent(join(dataDir, 'absent')))
  mkdirSync(join(dataDir, 'postgres'))
  expect(reset(dataDir)).toEqual({ stdout: deleted, stderr: '', status: 0 })
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})
