import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countStorage } from './counted-storage.server.ts'
import { createDiskStorage } from './disk-storage.server.ts'
import { ObjectMissing } from './storage.server.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-counted-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('operations are counted with their failures; an object that is missing is no failure', async () => {
  const disk = createDiskStorage(join(dir, 'files'))
  const storage = countStorage(disk)
  const countOf = (name: string) => storage.operations().find(({ operation }) => operation === name)
  await storage.putText('a/b', 'text')
  await expect(storage.read('a/c')).rejects.toThrow(ObjectMissing)
  expect(await storage.stat('a/c')).toBeNull()
  // A file where a folder has to be.
  await writeFile(join(dir, 'files', 'file'), '')
  await expect(storage.putText('file/below', 'text')).rejects.toThrow()
  expect(countOf('putText')).toEqual({ operation: 'putText', calls: 2, errors: 1 })
  expect(countOf('read')).toEqual({ operation: 'read', calls: 1, errors: 0 })
  expect(countOf('stat')).toEqual({ operation: 'stat', calls: 1, errors: 0 })
  expect(countOf('remove')).toEqual({ operation: 'remove', calls: 0, errors: 0 })
})

test('pieces that are read of an open object are counted, and those that cannot be', async () => {
  const storage = countStorage(createDiskStorage(join(dir, 'open')))
  await storage.putText('a', 'text')
  const object = await storage.open('a')
  const buffer = Buffer.alloc(4)
  expect([await object?.readInto(buffer, 4, 0), buffer.toString()]).toEqual([4, 'text'])
  await object?.close()
  await expect(object?.readInto(buffer, 4, 0)).rejects.toThrow()
  expect(storage.operations()).toContainEqual({ operation: 'readInto', calls: 2, errors: 1 })
})
