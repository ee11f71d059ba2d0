import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireFolderLock, folderLockHolder } from './folder-lock.server.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoshi-folder-lock-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the first process owns the folder and a second attempt reads its note', () => {
  expect(acquireFolderLock(folder, { port: 1 }).isOwn).toBe(true)
  expect(acquireFolderLock(folder, { port: 2 })).toEqual({ isOwn: false, pid: process.pid, note: { port: 1 } })
  expect(folderLockHolder(folder)).toBe(process.pid)
})

test('nobody holds a folder that is absent', () => {
  expect(folderLockHolder(join(folder, 'absent'))).toBeNull()
})

test('a released folder can be locked again', () => {
  const first = acquireFolderLock(folder, null)
  if (!first.isOwn) throw new Error('expected to own an empty folder')
  first.release()
  expect(folderLockHolder(folder)).toBeNull()
  expect(acquireFolderLock(folder, null).isOwn).toBe(true)
})

test('a process number reused by another program does not hold the folder', () => {
  const holder = { pid: process.pid, startedAt: '1' }
  writeFileSync(join(folder, 'owner-7.json'), JSON.stringify({ holder, note: null }))
  expect(folderLockHolder(folder)).toBeNull()
  expect(acquireFolderLock(folder, null).isOwn).toBe(true)
  expect(readdirSync(folder)).toEqual(['owner-8.json'])
})

test('a truncated lock file has no holder', () => {
  writeFileSync(join(folder, 'owner-3.json'), '{"hol')
  expect(acquireFolderLock(folder, null).isOwn).toBe(true)
})

test('exactly one of many processes replaces a dead owner', async () => {
  writeFileSync(join(folder, 'owner-1.json'), JSON.stringify({ holder: { pid: 1, startedAt: '0' }, note: null }))
  const script = `
    import { acquireFolderLock } from '#platform/folder-lock.server.ts'
    process.stdout.write(acquireFolderLock(process.argv[1], null).isOwn ? 'owner ' : 'guest ')
    process.stdin.resume()`
  const processes = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const outputs = await Promise.all(processes.map(async (rival) => String((await once(rival.stdout, 'data'))[0])))
  for (const rival of processes) rival.kill('SIGKILL')
  expect(outputs.filter((output) => output === 'owner ')).toHaveLength(1)
})
