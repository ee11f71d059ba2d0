import { expect, test } from 'vitest'
import type { Trx } from './database.server.ts'
import { createEmit, on, roomEvent } from './room-events.ts'

const opened = roomEvent<{ id: string }>('opened')
const closed = roomEvent<{ id: string }>('closed')
const trx = {} as Trx

test('listeners of an event run in order, each after the one before, with its transaction and payload', async () => {
  const calls: unknown[] = []
  const slow = async (...call: unknown[]) => {
    await Promise.resolve()
    calls.push(['first', ...call])
  }
  const emit = createEmit([
    on(opened, slow),
    on(closed, async () => void calls.push('closed')),
    on(opened, async (...call) => void calls.push(['second', ...call])),
  ])
  await emit(trx, opened, { id: 'one' })
  expect(calls).toEqual([
    ['first', trx, { id: 'one' }],
    ['second', trx, { id: 'one' }],
  ])
})

test('an error of one listener reaches the transaction and stops the others', async () => {
  const calls: string[] = []
  const emit = createEmit([
    on(opened, async () => Promise.reject(new Error('no'))),
    on(opened, async () => void calls.push('second')),
  ])
  await expect(emit(trx, opened, { id: 'one' })).rejects.toThrow('no')
  expect(calls).toEqual([])
})
