import { mkdtemp, open, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskStorage } from './disk-storage.server.ts'
import { storageFaultOf } from './storage-fault.ts'

test('errors of a full disk and of an unwritable one are recognised', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hoshi-fault-'))
  await symlink('/dev/full', join(dir, 'full'))
  const handle = await open(join(dir, 'full'), 'r+')
  const full = await handle.write('x').catch((error) => error)
  await handle.close()
  // Not even root can create a file there.
  await symlink('/sys/kernel', join(dir, 'originals'))
  const unwritable = await createDiskStorage(dir)
    .createEmpty('originals/a')
    .catch((error) => error)
  await rm(dir, { recursive: true })
  expect([storageFaultOf(full), storageFaultOf(unwritable)]).toEqual(['full', 'unwritable'])
})

test('so are those of a folder that cannot be entered, and of a disk that cannot be read', () => {
  const fault = (code: string, syscall: string) => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
  const faults = [fault('EACCES', 'stat'), fault('EACCES', 'scandir'), fault('EIO', 'read'), fault('EPERM', 'fchown')]
  expect(faults.map(storageFaultOf)).toEqual(Array(4).fill('unwritable'))
})

test('the same codes elsewhere mean something else', () => {
  const refusedSocket = Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' })
  const foreignProcess = Object.assign(new Error('kill EPERM'), { code: 'EPERM', syscall: 'kill' })
  expect([refusedSocket, foreignProcess, new Error('x'), null].map(storageFaultOf)).toEqual(Array(4).fill(null))
})
