import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createDiskRoom } from './disk-room.server.ts'
import { forgetUnfinished, noteUnfinished } from './upload/unfinished-files.server.ts'

const GIB = 1024 ** 3
const DAY_MS = 86_400_000
let dir: string
let storage: DiskStorage
let now: Date
let disk: { sizeBytes: number; freeBytes: number }

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-room-'))
  storage = { ...createDiskStorage(dir), freeBytes: async () => disk.freeBytes, sizeBytes: async () => disk.sizeBytes }
  now = new Date()
})

afterEach(() => rm(dir, { recursive: true, force: true }))

const openRoom = (reserveBytes: number | null) => createDiskRoom({ storage, clock: { now: () => now }, reserveBytes })

describe('the room on a disk', () => {
  test.each([
    ['half a gibibyte of a small disk', 5 * GIB, 0.5 * GIB],
    ['a twentieth of a disk', 100 * GIB, 5 * GIB],
    ['twenty gibibytes of a large disk', 1000 * GIB, 20 * GIB],
  ])('is all but %s', async (_what, sizeBytes, reserve) => {
    disk = { sizeBytes, freeBytes: reserve + 7 }
    expect(await openRoom(null).bytes()).toBe(7)
    disk.freeBytes = reserve - 7
    expect(await openRoom(null).bytes()).toBe(-7)
  })

  test('is all but what the operator sets', async () => {
    disk = { sizeBytes: 100 * GIB, freeBytes: 3 * GIB }
    expect(await openRoom(GIB).bytes()).toBe(2 * GIB)
  })
})

describe('where room is short', () => {
  const originals = () => readdir(join(dir, 'originals')).then((names) => names.sort())
  const notes = () => readdir(join(dir, 'unfinished')).then((names) => names.sort())

  async function upload(uid: string, bytes: string, declaredBytes = 10): Promise<void> {
    const expiresAt = new Date(now.getTime() + DAY_MS)
    await noteUnfinished(storage, uid, { expiresAt, sizeBytes: declaredBytes })
    await storage.createEmpty(`originals/${uid}`)
    await writeFile(storage.pathOf(`originals/${uid}`), bytes)
  }

  beforeEach(async () => {
    disk = { sizeBytes: 100 * GIB, freeBytes: 10 }
    await upload('part', 'half')
    await upload('whole', 'ten bytes.')
    await upload('finished', 'form', 4 * GIB)
    await forgetUnfinished(storage, 'finished')
  })

  test('expired parts of uploads go, and whole files stay', async () => {
    const room = openRoom(0)
    now = new Date(now.getTime() + 2 * DAY_MS)
    await upload('young', 'half')
    await room.bytes(10)
    expect(await originals()).toEqual(['finished', 'part', 'whole', 'young'])
    await room.bytes(11)
    expect(await originals()).toEqual(['finished', 'whole', 'young'])
    expect(await notes()).toEqual(['whole', 'young'])
  })

  test('they go ten minutes after their time: other nodes have other clocks', async () => {
    now = new Date(now.getTime() + DAY_MS + 10 * 60_000 - 1)
    await openRoom(0).bytes(11)
    expect(await originals()).toContain('part')
    now = new Date(now.getTime() + 1)
    await openRoom(0).bytes(11)
    expect(await originals()).not.toContain('part')
  })

  test('a note that says nothing removes nothing', async () => {
    for (const note of ['', '{}', '{"expiresAt":"soon","sizeBytes":1}']) {
      now = new Date(now.getTime() + 2 * DAY_MS)
      await writeFile(storage.pathOf('unfinished/finished'), note)
      await openRoom(0).bytes(11)
      expect(await originals(), note).toContain('finished')
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

  /** Ends as a run of ffmpeg does when it is told to stop. */
  const untilStopped = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('killed'))))

  test('ends when the reserve is reached meanwhile, and says that the disk is full', async () => {
    const begun = Promise.withResolvers<void>()
    const work = openRoom(GIB).whileThere(never, (signal) => {
      begun.resolve()
      return untilStopped(signal)
    })
    await begun.promise
    disk.freeBytes = GIB - 1
    vi.advanceTimersByTime(1000)
    await expect(work).rejects.toMatchObject({ code: 'ENOSPC', cause: new Error('killed') })
  })

  test('does not begin below the reserve', async () => {
    disk.freeBytes = GIB - 1
    const work = vi.fn()
    await expect(openRoom(GIB).whileThere(never, work)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(work).not.toHaveBeenCalled()
  })

  test('ends by itself, by its own failure and by a stop as without', async () => {
    const room = openRoom(GIB)
    expect(await room.whileThere(never, async () => 'made')).toBe('made')
    await expect(room.whileThere(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const stop = new AbortController()
    const work = room.whileThere(stop.signal, (signal) => {
      const stopped = untilStopped(signal)
      stop.abort()
      return stopped
    })
    await expect(work).rejects.toThrow('killed')
  })
})
