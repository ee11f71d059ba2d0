import { expect, test } from 'vitest'
import { forEachConcurrently } from './concurrent-each.ts'

test('runs every item once, and never more than so many at a time', async () => {
  const done: number[] = []
  let running = 0
  let most = 0
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done.push(item)
  })
  expect([done.sort(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3])
})

test('begins nothing after a failure, and waits for what runs', async () => {
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  let hasEnded = false
  const all = forEachConcurrently([1, 2, 3, 4], 2, async (item) => {
    begun.push(item)
    if (item === 2) throw new Error('two')
    await gate.promise
    hasEnded = true
  })
  gate.resolve()
  await expect(all).rejects.toThrow('two')
  expect([begun, hasEnded]).toEqual([[1, 2], true])
})
