import { describe, expect, it } from 'vitest'
import { createMutex } from './mutex.ts'

const neverAborted = new AbortController().signal

describe('a mutex', () => {
  it('has one holder at a time, in the order of the requests', async () => {
    const mutex = createMutex()
    const order: number[] = []
    const all = [1, 2, 3].map(async (name) => {
      const release = await mutex.acquire(neverAborted)
      order.push(name)
      await Promise.resolve()
      order.push(-name)
      release()
    })
    await Promise.all(all)
    expect(order).toEqual([1, -1, 2, -2, 3, -3])
    expect(mutex.isFree).toBe(true)
  })

  it('skips a request that was aborted in the queue', async () => {
    const mutex = createMutex()
    const release = await mutex.acquire(neverAborted)
    const controller = new AbortController()
    const aborted = mutex.acquire(controller.signal).catch((reason) => reason)
    const next = mutex.acquire(neverAborted)
    controller.abort('gone')
    expect(await aborted).toBe('gone')
    release()
    ;(await next)()
    expect(mutex.isFree).toBe(true)
  })

  it('is released once, however often release is called', async () => {
    const mutex = createMutex()
    const release = await mutex.acquire(neverAborted)
    const [second, third] = [mutex.acquire(neverAborted), mutex.acquire(neverAborted)]
    release()
    release()
    const releaseSecond = await second
    expect(mutex.isFree).toBe(false)
    releaseSecond()
    ;(await third)()
    expect(mutex.isFree).toBe(true)
  })
})
