import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Batches of numbers; storing one of `bad` fails with its SQLSTATE, or as a fault without one. */
function createSubject(bad: Record<number, string | null>) {
  const batches: number[][] = []
  const isGone = (error: unknown) => (error as { code?: string }).code === '23503'
  const add = createBatches<number, string>({
    async run(items) {
      batches.push(items)
      const item = items.find((each) => each in bad)
      if (item !== undefined) throw Object.assign(new Error(`bad ${item}`), bad[item] ? { code: bad[item] } : {})
      return items.map((each) => `stored ${each}`)
    },
    isGone,
  })
  /** Adds all of them while the first is being stored. */
  const addAll = async (items: number[]) => {
    const settled = await Promise.allSettled(items.map(add))
    return settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))
  }
  return { batches, addAll }
}

const numbers = Array.from({ length: 501 }, (_, number) => number)

test.each(['22003', '22P05', '23514'])('an item that fails with %s fails alone, after few commits', async (code) => {
  const { batches, addAll } = createSubject({ 300: code })
  const results = await addAll(numbers)
  expect(results).toEqual(numbers.map((number) => (number === 300 ? 'bad 300' : `stored ${number}`)))
  expect(batches.length).toBeLessThan(25)
})

test('an item whose episode is gone has no result, and the others keep theirs', async () => {
  const { batches, addAll } = createSubject({ 7: '23503', 450: '23503' })
  const results = await addAll(numbers)
  expect(results).toEqual(numbers.map((number) => (number === 7 || number === 450 ? null : `stored ${number}`)))
  expect(batches.length).toBeLessThan(45)
})

test.each(['57014', '55P03', '08006', '53300', null])('a batch that fails with %s is not tried again', async (code) => {
  const { batches, addAll } = createSubject({ 1: code })
  expect(await addAll([0, 1, 2, 3])).toEqual(['stored 0', 'bad 1', 'bad 1', 'bad 1'])
  expect(batches).toEqual([[0], [1, 2, 3]])
})
