import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const patient = new AbortController().signal

describe('turns', () => {
  it('come one at a time, in the order of asking', async () => {
    const turns = createTurns()
    const order: number[] = []
    const all = [1, 2, 3].map(async (name) => {
      const end = await turns.take(patient)
      order.push(name)
      await Promise.resolve()
      order.push(-name)
      end()
    })
    await Promise.all(all)
    expect(order).toEqual([1, -1, 2, -2, 3, -3])
    expect(turns.isFree).toBe(true)
  })

  it('pass over whoever has left the line', async () => {
    const turns = createTurns()
    const end = await turns.take(patient)
    const leaving = new AbortController()
    const left = turns.take(leaving.signal).catch((reason) => reason)
    const next = turns.take(patient)
    leaving.abort('gone')
    expect(await left).toBe('gone')
    end()
    ;(await next)()
    expect(turns.isFree).toBe(true)
  })

  it('end once, however often that is said', async () => {
    const turns = createTurns()
    const end = await turns.take(patient)
    const [second, third] = [turns.take(patient), turns.take(patient)]
    end()
    end()
    const endSecond = await second
    expect(turns.isFree).toBe(false)
    endSecond()
    ;(await third)()
    expect(turns.isFree).toBe(true)
  })
})
