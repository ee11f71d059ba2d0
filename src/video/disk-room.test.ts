import { expect, test } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createDiskRoom } from './disk-room.server.ts'

const GIB = 1024 ** 3

function openRoom(disk: { sizeBytes: number; freeBytes: number }, reserveBytes: number | null = null) {
  const storage = {
    ...createDiskStorage('/nowhere'),
    freeBytes: async () => disk.freeBytes,
    sizeBytes: async () => disk.sizeBytes,
  }
  return createDiskRoom({ storage, reserveBytes })
}

test.each([
  ['half a gibibyte of a small disk', 5 * GIB, 0.5 * GIB],
  ['a twentieth of a disk', 100 * GIB, 5 * GIB],
  ['twenty gibibytes of a large disk', 1000 * GIB, 20 * GIB],
])('leaves %s', async (_what, sizeBytes, reserve) => {
  expect(await openRoom({ sizeBytes, freeBytes: reserve + 7 }).bytes()).toBe(7)
  expect(await openRoom({ sizeBytes, freeBytes: reserve - 7 }).bytes()).toBe(-7)
})

test('leaves what the operator sets', async () => {
  expect(await openRoom({ sizeBytes: 100 * GIB, freeBytes: 3 * GIB }, GIB).bytes()).toBe(2 * GIB)
})
