import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder, holderOf } from './folder-claim.server.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoshi-claim-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the first process owns the folder and a second claim reads its note', () => {
  expect(claimFolder(folder, { port: 1 }).mine).toBe(true)
  expect(claimFolder(folder, { port: 2 })).toEqual({ mine: false, pid: process.pid, note: { port: 1 } })
  expect(holderOf(folder)).toBe(process.pid)
})

test('a released folder can be claimed again', () => {
  const first = claimFolder(folder, null)
  if (!first.mine) throw new Error('expected to own an empty folder')
  first.release()
  expect(holderOf(folder)).toBeNull()
  expect(claimFolder(folder, null).mine).toBe(true)
})

test('a process number that was reused by a stranger does not hold the folder', () => {
  const holder = { pid: process.pid, startedAt: '1' }
  writeFileSync(join(folder, 'owner-7.json'), JSON.stringify({ holder, note: null }))
  expect(holderOf(folder)).toBeNull()
  expect(claimFolder(folder, null).mine).toBe(true)
  expect(readdirSync(folder)).toEqual(['owner-8.json'])
})

test('a claim file that was cut short counts as nobody', () => {
  writeFileSync(join(folder, 'owner-3.json'), '{"hol')
  expect(claimFolder(folder, null).mine).toBe(true)
})

test('of many processes that find a dead owner exactly one follows it', async () => {
  writeFileSync(join(folder, 'owner-1.json'), JSON.stringify({ holder: { pid: 1, startedAt: '0' }, note: null }))
  const script = `
    import { claimFolder } from '#platform/folder-claim.server.ts'
    process.stdout.write(claimFolder(process.argv[1], null).mine ? 'owner ' : 'guest ')
    process.stdin.resume()`
  const rivals = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const answers = await Promise.all(rivals.map(async (rival) => String((await once(rival.stdout, 'data'))[0])))
  for (const rival of rivals) rival.kill('SIGKILL')
  expect(answers.filter((answer) => answer === 'owner ')).toHaveLength(1)
})
