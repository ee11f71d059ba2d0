import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LineWatch, watchLine } from './line-watch.ts'

let line: LineWatch

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  line.end()
  vi.useRealTimers()
})

it('is lost when nothing moves for two seconds and the server cannot be reached', async () => {
  line = watchLine(async () => false)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(line.lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(line.lost.aborted).toBe(true)
})

it('is not lost while something moves, or while the server answers', async () => {
  let isReachable = false
  line = watchLine(async () => isReachable)
  for (let times = 0; times < 10; times++) {
    await vi.advanceTimersByTimeAsync(1_500)
    line.moved()
  }
  isReachable = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(line.lost.aborted).toBe(false)
  isReachable = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(line.lost.aborted).toBe(true)
})

it('is not lost when something moves while the server is asked', async () => {
  line = watchLine(async () => {
    line.moved()
    return false
  })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(line.lost.aborted).toBe(false)
})

it('asks nothing more once it has ended', async () => {
  const isReachable = vi.fn(async () => true)
  line = watchLine(isReachable)
  line.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isReachable).not.toHaveBeenCalled()
})
