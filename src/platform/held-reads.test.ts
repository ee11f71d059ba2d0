import { beforeEach, expect, test } from 'vitest'
import { holdReads } from './held-reads.ts'

let nowMs: number
let reads: string[]
let isFailing: boolean
let ask: (name: string) => Promise<string>

beforeEach(() => {
  nowMs = 1000
  reads = []
  isFailing = false
  ask = holdReads({ holdMs: 100, now: () => nowMs }, async (name: string) => {
    reads.push(name)
    if (isFailing) throw new Error('No.')
    return `${name} ${reads.length}`
  })
})

test('the same question is answered from memory for a while, also while its read runs', async () => {
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1'])
  nowMs += 99
  expect(await ask('a')).toBe('a 1')
  nowMs += 1
  expect(await ask('a')).toBe('a 2')
})

test('another question is read, and takes the place of the first', async () => {
  await ask('a')
  expect(await ask('b')).toBe('b 2')
  expect(await ask('a')).toBe('a 3')
})

test('a read that fails is not held', async () => {
  isFailing = true
  await expect(ask('a')).rejects.toThrow('No.')
  isFailing = false
  expect(await ask('a')).toBe('a 2')
})

test('a clock that is set back ends the holding', async () => {
  await ask('a')
  nowMs -= 100
  expect(await ask('a')).toBe('a 2')
})
