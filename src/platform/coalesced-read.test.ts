import { expect, test } from 'vitest'
import { coalesceReads } from './coalesced-read.ts'

/** Reads that end when they are told to. */
function createSource() {
  const reads: PromiseWithResolvers<number>[] = []
  const read = coalesceReads(() => {
    const pending = Promise.withResolvers<number>()
    reads.push(pending)
    return pending.promise
  })
  return { reads, read }
}

test('callers during a read share the next one, which begins after it', async () => {
  const { reads, read } = createSource()
  const first = read()
  const others = [read(), read()]
  expect(reads).toHaveLength(1)
  reads[0]!.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => reads.length).toBe(2)
  const late = read()
  reads[1]!.resolve(2)
  expect(await Promise.all(others)).toEqual([2, 2])
  await expect.poll(() => reads.length).toBe(3)
  reads[2]!.resolve(3)
  expect(await late).toBe(3)
})

test('a failed read fails its own callers only', async () => {
  const { reads, read } = createSource()
  const first = read()
  const second = read()
  reads[0]!.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]!.resolve(7)
  expect(await second).toBe(7)
})
