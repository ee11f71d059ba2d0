import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectionMonitor, monitorConnection } from './connection-monitor.ts'

let monitor: ConnectionMonitor
let reported: number[]
const onLost = (seconds: number) => void reported.push(seconds)
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  reported = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  monitor.stop()
  vi.useRealTimers()
})

describe('a connection', () => {
  it('is lost when no bytes are sent for two seconds and the server cannot be reached', async () => {
    monitor = monitorConnection(onLost, async () => false)
    await advance(1_999)
    expect(reported).toEqual([])
    await advance(1)
    expect(reported).toEqual([1])
  })

  it('is lost after three seconds when probes get no response, each of which ends after a second', async () => {
    const hang = (signal: AbortSignal) =>
      new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
    monitor = monitorConnection(onLost, hang)
    await advance(2_999)
    expect(reported).toEqual([])
    await advance(1)
    expect(reported).toEqual([1])
    await advance(1_000 + 999)
    expect(reported).toEqual([1, 0])
    await advance(1)
    expect(reported).toEqual([1, 0, 2])
  })

  it('is not lost while bytes are sent, or while the server responds', async () => {
    let isReachable = false
    monitor = monitorConnection(onLost, async () => isReachable)
    for (let round = 0; round < 10; round++) {
      await advance(1_500)
      monitor.recordProgress()
    }
    isReachable = true
    await advance(60_000)
    expect(reported).toEqual([])
    isReachable = false
    await advance(2_000)
    expect(reported).toEqual([1])
  })

  it('is not lost when bytes are sent during a probe', async () => {
    monitor = monitorConnection(onLost, async () => {
      monitor.recordProgress()
      return false
    })
    await advance(30_000)
    expect(reported).toEqual([])
  })

  it('that is lost reports the seconds until the next probe', async () => {
    monitor = monitorConnection(onLost, async () => false)
    await advance(2_000 + 1_000 + 2_000 + 3_000 + 5_000 + 5_000)
    expect(reported).toEqual([1, 0, 2, 1, 0, 3, 2, 1, 0, 5, 4, 3, 2, 1, 0, 5, 4, 3, 2, 1, 0, 5])
  })

  it('that was only slow is not aborted', async () => {
    monitor = monitorConnection(onLost, async () => false)
    await advance(7_000)
    monitor.recordProgress()
    const reportedBefore = reported.length
    await advance(1_900)
    expect(reported).toHaveLength(reportedBefore)
    expect(monitor.stalled.aborted).toBe(false)
  })

  it('that is back has ten seconds to resume before it is aborted', async () => {
    let isReachable = false
    monitor = monitorConnection(onLost, async () => isReachable)
    await advance(2_000)
    isReachable = true
    await advance(1_000 + 9_999)
    expect(monitor.stalled.aborted).toBe(false)
    await advance(1)
    expect(monitor.stalled.aborted).toBe(true)
  })

  it('is not probed once its monitor has stopped', async () => {
    const isReachable = vi.fn(async () => true)
    monitor = monitorConnection(onLost, isReachable)
    monitor.stop()
    await advance(60_000)
    expect(isReachable).not.toHaveBeenCalled()
  })
})
