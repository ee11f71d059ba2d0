import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LineWatch, watchLine } from './line-watch.ts'

let line: LineWatch
let told: number[]
const tell = (seconds: number) => void told.push(seconds)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  told = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  line.end()
  vi.useRealTimers()
})

describe('a line', () => {
  it('is lost when nothing moves for two seconds and the server cannot be reached', async () => {
    line = watchLine(tell, async () => false)
    await pass(1_999)
    expect(told).toEqual([])
    await pass(1)
    expect(told).toEqual([1])
  })

  it('is not lost while something moves, or while the server answers', async () => {
    let isReachable = false
    line = watchLine(tell, async () => isReachable)
    for (let times = 0; times < 10; times++) {
      await pass(1_500)
      line.moved()
    }
    isReachable = true
    await pass(60_000)
    expect(told).toEqual([])
    isReachable = false
    await pass(2_000)
    expect(told).toEqual([1])
  })

  it('is not lost when something moves while the server is asked', async () => {
    line = watchLine(tell, async () => {
      line.moved()
      return false
    })
    await pass(30_000)
    expect(told).toEqual([])
  })

  it('that is lost tells the seconds until the server is asked again', async () => {
    line = watchLine(tell, async () => false)
    await pass(2_000 + 1_000 + 2_000 + 3_000 + 5_000 + 5_000)
    expect(told).toEqual([1, 0, 2, 1, 0, 3, 2, 1, 0, 5, 4, 3, 2, 1, 0, 5, 4, 3, 2, 1, 0, 5])
  })

  it('that was only slow is left alone', async () => {
    line = watchLine(tell, async () => false)
    await pass(7_000)
    line.moved()
    const before = told.length
    await pass(1_900)
    expect(told).toHaveLength(before)
    expect(line.stuck.aborted).toBe(false)
  })

  it('that is back is given ten seconds to go on by itself', async () => {
    let isReachable = false
    line = watchLine(tell, async () => isReachable)
    await pass(2_000)
    isReachable = true
    await pass(1_000 + 9_999)
    expect(line.stuck.aborted).toBe(false)
    await pass(1)
    expect(line.stuck.aborted).toBe(true)
  })

  it('asks nothing more once it has ended', async () => {
    const isReachable = vi.fn(async () => true)
    line = watchLine(tell, isReachable)
    line.end()
    await pass(60_000)
    expect(isReachable).not.toHaveBeenCalled()
  })
})
