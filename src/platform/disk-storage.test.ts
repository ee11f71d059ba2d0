import {
  chown,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDiskStorage, type DiskStorage } from './disk-storage.server.ts'

let dir: string
let root: string
let storage: DiskStorage

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-storage-'))
  root = join(dir, 'files')
  storage = createDiskStorage(root)
})

afterEach(() => rm(dir, { recursive: true, force: true }))

async function createFile(content: string, name = 'made'): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

async function readBack(key: string, range?: { start: number; end: number }): Promise<string> {
  return text(await storage.read(key, range))
}

describe('objects', () => {
  test('are stored from files only, never through a link or a pipe', async () => {
    await symlink(await createFile('elsewhere', 'secret'), join(dir, 'link'))
    await mkdir(join(dir, 'folder'))
    await symlink(join(dir, 'secret'), join(dir, 'folder', 'link'))
    await expect(storage.putFile('media/a', join(dir, 'link'))).rejects.toThrow('ELOOP')
    await expect(storage.putFolder('media/b', join(dir, 'folder'))).rejects.toThrow('ELOOP')
    expect(await storage.stat('media/a')).toBeNull()
  })
  test.runIf(process.getuid?.() === 0)(
    'belong to the user of the server even when another user created them',
    async () => {
      const source = join(dir, 'made-by-another')
      await mkdir(source)
      await createFile('segment', 'made-by-another/1.m4s')
      for (const path of [source, join(source, '1.m4s')]) await chown(path, 65533, 65533)
      await storage.putFolder('media/v/r1', source)
      const owners = await Promise.all(['media/v/r1', 'media/v/r1/1.m4s'].map((key) => stat(storage.pathOf(key))))
      expect(owners).toMatchObject([
        { uid: 0, gid: 0 },
        { uid: 0, gid: 0 },
      ])
    },
  )
  test('leave no temporary file when several writers replace one, or a write fails', async () => {
    await Promise.all(['one', 'two', 'three'].map((body) => storage.putText('media/v/list', body)))
    await expect(storage.putFile('originals/a', join(dir, 'absent'))).rejects.toThrow('ENOENT')
    expect(await readdir(join(root, 'temporary'))).toEqual([])
  })

  test('are moved from their folder, not copied', async () => {
    const source = join(dir, 'rendition')
    await mkdir(source)
    await writeFile(join(source, 'init.mp4'), 'head')
    await storage.putFolder('media/v/r1', source)
    expect(await readdir(dir)).toEqual(['files'])
  })

  test('are fetched for tools as the same file', async () => {
    await storage.putText('originals/a', 'bytes')
    await storage.fetchToFile('originals/a', join(dir, 'source'))
    const [own, fetched] = [await stat(storage.pathOf('originals/a')), await stat(join(dir, 'source'))]
    expect(fetched.ino).toBe(own.ino)
  })

  test('an empty object to grow in place is created only once', async () => {
    await storage.createEmpty('originals/a')
    expect(await storage.stat('originals/a')).toMatchObject({ sizeBytes: 0 })
    await expect(storage.createEmpty('originals/a')).rejects.toThrow('EEXIST')
  })
})

describe('a power cut', () => {
  /** Records each file or folder synced from now on, in order, with the names in the folder at that time. */
  async function watchSyncs(): Promise<{ path: string; names: string[] }[]> {
    const seen: { path: string; names: string[] }[] = []
    const handle = await open(dir)
    const ofHandles = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const { sync } = ofHandles
    vi.spyOn(ofHandles, 'sync').mockImplementation(async function (this: FileHandle) {
      const path = await readlink(`/proc/self/fd/${this.fd}`)
      const names = await readdir(path).catch(() => [])
      await sync.call(this)
      seen.push({ path: relative(dir, path), names })
    })
    return seen
  }
  afterEach(() => vi.restoreAllMocks())

  test('loses no path to a stored object and no removal, and bytes are synced before their name', async () => {
    const source = join(dir, 'rendition')
    await mkdir(source)
    await writeFile(join(source, 'init.mp4'), 'head')
    const from = await createFile('bytes')
    const seen = await watchSyncs()
    const withNames = (...steps: [string, string][]) =>
      steps.map(([path, name]) => ({ path, names: expect.arrayContaining([name]) }))
    const above = (folder: string, uid: string) => withNames([`files/${folder}`, uid], ['files', folder])

    await storage.createEmpty('originals/v')
    expect(seen.splice(0).slice(-2)).toEqual(above('originals', 'v'))
    await storage.putFile('media/v/poster', from)
    expect(seen.splice(0).slice(-3)).toEqual([...withNames(['files/media/v', 'poster']), ...above('media', 'v')])
    await storage.putText('media/v/r/list', 'text')
    expect(seen.splice(0).slice(-4)).toEqual([
      ...withNames(['files/media/v/r', 'list'], ['files/media/v', 'r']),
      ...above('media', 'v'),
    ])
    await storage.putFolder('media/v/s/attempt', source)
    const ofFolder = seen.splice(0)
    expect(ofFolder.slice(0, 2)).toEqual([
      { path: 'rendition/init.mp4', names: [] },
      ...withNames(['rendition', 'init.mp4']),
    ])
    expect(ofFolder.slice(-4)).toEqual([
      ...withNames(['files/media/v/s', 'attempt'], ['files/media/v', 's']),
      ...above('media', 'v'),
    ])
    await storage.remove('originals/v')
    await storage.removeFolder('media/v')
    await storage.removeFolder('media/none/at/all')
    expect(seen).toEqual([
      { path: 'files/originals', names: [] },
      { path: 'files/media', names: [] },
    ])
  })

  test('does not lose the storage folder itself', async () => {
    const seen = await watchSyncs()
    await storage.putText('media/list', 'text')
    expect(seen).toContainEqual({ path: '', names: expect.arrayContaining(['files']) })
  })
})

describe('folders', () => {
  test('are removed with everything in them, without following links out', async () => {
    const outside = await createFile('precious', 'outside')
    await storage.putText('media/v/r1/a', 'x')
    await symlink(outside, join(root, 'media/v/r1/link'))
    await storage.removeFolder('media/v')
    await storage.removeFolder('media/v')
    expect(await storage.children('media/v')).toEqual([])
    expect(await storage.children('media')).toEqual([])
    expect(await readFile(outside, 'utf8')).toBe('precious')
  })
})

describe('keys', () => {
  test('that lead out of the storage are refused by every method', async () => {
    const outside = await createFile('precious', 'outside')
    for (const key of [
      '../outside',
      'media/../../outside',
      '/etc/passwd',
      '..',
      '.',
      '',
      '../files',
      'a\0b',
      '../files2/x',
    ]) {
      const refused = 'A storage key leads out of the storage.'
      expect(() => storage.pathOf(key), key).toThrow(refused)
      await expect(storage.read(key), key).rejects.toThrow(refused)
      await expect(storage.stat(key), key).rejects.toThrow(refused)
      await expect(storage.putText(key, 'x'), key).rejects.toThrow(refused)
      await expect(storage.remove(key), key).rejects.toThrow(refused)
      await expect(storage.removeFolder(key), key).rejects.toThrow(refused)
      await expect(storage.children(key), key).rejects.toThrow(refused)
      await expect(storage.putFile(key, outside), key).rejects.toThrow(refused)
    }
    expect(await readFile(outside, 'utf8')).toBe('precious')
  })
})

describe('cleanup', () => {
  test('removes old leftovers of interrupted writes, never recent ones or objects', async () => {
    await storage.putText('media/v/a', 'kept')
    await writeFile(join(root, 'temporary/old'), 'x')
    await writeFile(join(root, 'temporary/young'), 'x')
    const { mtimeMs } = await stat(join(root, 'temporary/young'))
    const anHourAgo = new Date(mtimeMs - 3_600_000)
    await utimes(join(root, 'temporary/old'), anHourAgo, anHourAgo)
    await utimes(join(root, 'media/v/a'), anHourAgo, anHourAgo)
    await storage.cleanUp(60_000)
    expect(await readdir(join(root, 'temporary'))).toEqual(['young'])
    expect(await readBack('media/v/a')).toBe('kept')
  })

  test('goes by the clock of the disk, not by that of the process', async () => {
    await storage.putText('media/v/a', 'kept')
    await writeFile(join(root, 'temporary/young'), 'x')
    const { mtimeMs } = await stat(join(root, 'temporary/young'))
    vi.useFakeTimers({ toFake: ['Date'], now: mtimeMs + 86_400_000 })
    try {
      await storage.cleanUp(60_000)
    } finally {
      vi.useRealTimers()
    }
    expect(await readdir(join(root, 'temporary'))).toEqual(['young'])
  })

  test('and reading work before anything was written', async () => {
    await storage.cleanUp(0)
    expect(await storage.children('media')).toEqual([])
    expect(await storage.freeBytes()).toBeGreaterThan(0)
  })

  test('the check writes, and leaves nothing behind', async () => {
    await storage.check()
    expect(await readdir(join(root, 'temporary'))).toEqual([])
  })

  test('the check fails where nothing can be written', async () => {
    await writeFile(root, 'a file where the folder should be')
    await expect(storage.check()).rejects.toThrow()
  })
})
