import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createDiskSpace } from './disk-space.server.ts'
import { createGrowingUploads, type GrowingUploads } from './growing-uploads.server.ts'

const GIB = 1024 ** 3
const DAY_MS = 86_400_000
let dir: string
let storage: DiskStorage
let uploadFiles: GrowingUploads
let now: Date
let disk: { sizeBytes: number; freeBytes: number }

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-disk-space-'))
  storage = { ...createDiskStorage(dir), freeBytes: async () => disk.freeBytes, sizeBytes: async () => disk.sizeBytes }
  uploadFiles = createGrowingUploads(storage)
  now = new Date()
})

afterEach(() => rm(dir, { recursive: true, force: true }))

const openDiskSpace = (reserveBytes: number | null) =>
  createDiskSpace({ uploadFiles, clock: { now: () => now }, reserveBytes })

describe('the disk space for videos', () => {
  test.each([
    ['half a gibibyte of a small disk', 5 * GIB, 0.5 * GIB],
    ['a twentieth of a disk', 100 * GIB, 5 * GIB],
    ['twenty gibibytes of a large disk', 1000 * GIB, 20 * GIB],
  ])('is all but %s', async (_what, sizeBytes, reserve) => {
    disk = { sizeBytes, freeBytes: reserve + 7 }
    expect(await openDiskSpace(null).availableBytes()).toBe(7)
    disk.freeBytes = reserve - 7
    expect(await openDiskSpace(null).availableBytes()).toBe(-7)
  })

  test('is all but what the operator sets', async () => {
    disk = { sizeBytes: 100 * GIB, freeBytes: 3 * GIB }
    expect(await openDiskSpace(GIB).availableBytes()).toBe(2 * GIB)
  })
})

describe('when disk space is short', () => {
  const originals = () => readdir(join(dir, 'originals')).then((names) => names.sort())
  const markers = () => readdir(join(dir, 'unfinished')).then((names) => names.sort())

  async function upload(uid: string, bytes: string, declaredBytes = 10): Promise<void> {
    const expiresAt = new Date(now.getTime() + DAY_MS)
    await uploadFiles.create(uid, { expiresAt, sizeBytes: declaredBytes })
    await writeFile(uploadFiles.pathOf(uid), bytes)
  }

  beforeEach(async () => {
    disk = { sizeBytes: 100 * GIB, freeBytes: 10 }
    await upload('part', 'half')
    await upload('whole', 'ten bytes.')
    await upload('finished', 'form', 4 * GIB)
    await uploadFiles.complete('finished')
  })

  test('removes expired partial uploads and keeps complete files', async () => {
    const diskSpace = openDiskSpace(0)
    now = new Date(now.getTime() + 2 * DAY_MS)
    await upload('young', 'half')
    await diskSpace.availableBytes(10)
    expect(await originals()).toEqual(['finished', 'part', 'whole', 'young'])
    await diskSpace.availableBytes(11)
    expect(await originals()).toEqual(['finished', 'whole', 'young'])
    expect(await markers()).toEqual(['whole', 'young'])
  })

  test('removes them ten minutes after they expire, because the clocks of nodes differ', async () => {
    now = new Date(now.getTime() + DAY_MS + 10 * 60_000 - 1)
    await openDiskSpace(0).availableBytes(11)
    expect(await originals()).toContain('part')
    now = new Date(now.getTime() + 1)
    await openDiskSpace(0).availableBytes(11)
    expect(await originals()).not.toContain('part')
  })

  test('removes nothing because of an unreadable marker', async () => {
    for (const marker of ['', '{}', '{"expiresAt":"soon","sizeBytes":1}']) {
      now = new Date(now.getTime() + 2 * DAY_MS)
      await writeFile(storage.pathOf('unfinished/finished'), marker)
      await openDiskSpace(0).availableBytes(11)
      expect(await originals(), marker).toContain('finished')
    }
  })
})

describe('work that writes', () => {
  const never = new AbortController().signal
  beforeEach(() => {
    disk = { sizeBytes: 100 * GIB, freeBytes: 3 * GIB }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => vi.useRealTimers())

  /** Ends like a run of ffmpeg that is stopped. */
  const untilStopped = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('killed'))))

  test('is stopped when the reserve is reached, and fails with a full disk', async () => {
    const started = Promise.withResolvers<void>()
    const work = openDiskSpace(GIB).whileAvailable(never, (signal) => {
      started.resolve()
      return untilStopped(signal)
    })
    await started.promise
    disk.freeBytes = GIB - 1
    vi.advanceTimersByTime(1000)
    await expect(work).rejects.toMatchObject({ code: 'ENOSPC', cause: new Error('killed') })
  })

  test('does not start below the reserve', async () => {
    disk.freeBytes = GIB - 1
    const work = vi.fn()
    await expect(openDiskSpace(GIB).whileAvailable(never, work)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(work).not.toHaveBeenCalled()
  })

  test('passes on its result, its own error and a stop by the caller', async () => {
    const diskSpace = openDiskSpace(GIB)
    expect(await diskSpace.whileAvailable(never, async () => 'made')).toBe('made')
    await expect(diskSpace.whileAvailable(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const stop = new AbortController()
    const work = diskSpace.whileAvailable(stop.signal, (signal) => {
      const stopped = untilStopped(signal)
      stop.abort()
      return stopped
    })
    await expect(work).rejects.toThrow('killed')
  })
})
