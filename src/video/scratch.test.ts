import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createScratchFolders } from './scratch.server.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-scratch-'))
  await mkdir(join(dir, 'files/originals'), { recursive: true })
  await writeFile(join(dir, 'files/originals/one'), 'bytes')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const storage = () => createDiskStorage(join(dir, 'files'))

it('provides the original while the work runs, and retains nothing of the attempt', async () => {
  const root = join(dir, 'scratch')
  const scratch = createScratchFolders(root, storage())
  const result = await scratch.withOriginal('one', async ({ dir: folder, source }) => {
    const text = await readFile(source, 'utf8')
    await scratch.clean()
    return { folder, text, isThere: existsSync(source) }
  })
  expect(result).toMatchObject({ text: 'bytes', isThere: true })
  await expect(scratch.withOriginal('one', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck')
  expect(existsSync(result.folder)).toBe(false)
  const [own] = await readdir(root)
  expect(await readdir(join(root, own ?? ''))).toEqual(['owner'])
})

it('removes the files of a killed process, even when its id is ours now, as in a container', async () => {
  const root = join(dir, 'left')
  const left = join(root, 'left')
  await mkdir(join(left, 'owner'), { recursive: true })
  const holder = { pid: process.pid, startedAt: '1' }
  await writeFile(join(left, 'owner/owner-1.json'), JSON.stringify({ holder, note: null }))
  await writeFile(join(left, 'source'), 'bytes')
  await mkdir(join(root, `${process.pid}-without-an-owner`))
  await createScratchFolders(root, storage()).clean()
  expect(await readdir(root)).toEqual([])
})
