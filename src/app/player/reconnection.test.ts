import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { Reconnection, retryDelayMs, STOPPED_AFTER_MS } from './reconnection.ts'

const options = { resume: vi.fn(), onStopped: vi.fn(), onRecovered: vi.fn() }
let reconnection: Reconnection

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  reconnection = new Reconnection(options)
})
afterEach(() => {
  vi.useRealTimers()
})

test('the delays grow, up to a quarter of a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
})

describe('a lost connection', () => {
  it('is tried again with growing delays, and never given up', () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      reconnection.noteLost()
      vi.advanceTimersByTime(retryDelayMs(attempt) - 1)
      expect(options.resume).toHaveBeenCalledTimes(attempt)
      vi.advanceTimersByTime(1)
      expect(options.resume).toHaveBeenCalledTimes(attempt + 1)
    }
  })

  it('is tried once for several failures at the same time', () => {
    reconnection.noteLost()
    reconnection.noteLost()
    vi.advanceTimersByTime(60_000)
    expect(options.resume).toHaveBeenCalledTimes(1)
  })

  it('is tried at once when it may be back, and then patiently again', () => {
    reconnection.noteLost()
    vi.advanceTimersByTime(1000)
    reconnection.noteLost()
    reconnection.noteVisible()
    expect(options.resume).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(60_000)
    expect(options.resume).toHaveBeenCalledTimes(2)
    reconnection.noteLost()
    vi.advanceTimersByTime(1000)
    expect(options.resume).toHaveBeenCalledTimes(3)
  })

  it('is over when media arrive', () => {
    reconnection.noteLost()
    reconnection.noteLoaded()
    vi.advanceTimersByTime(60_000)
    reconnection.noteOnline()
    reconnection.noteVisible()
    expect(options.resume).not.toHaveBeenCalled()
  })
})

describe('a video that waits', () => {
  it('asks again when the browser is online again, although no request has failed', () => {
    reconnection.noteOnline()
    reconnection.setWaiting(true)
    reconnection.noteVisible()
    expect(options.resume).not.toHaveBeenCalled()
    reconnection.noteOnline()
    expect(options.resume).toHaveBeenCalledTimes(1)
  })

  it('counts as stopped after a while behind a failing connection', () => {
    reconnection.noteTrouble()
    reconnection.setWaiting(true)
    vi.advanceTimersByTime(STOPPED_AFTER_MS - 1)
    expect(options.onStopped).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(options.onStopped).toHaveBeenCalledTimes(1)
  })

  it('does not count as stopped behind a slow one, until that fails', () => {
    reconnection.setWaiting(true)
    vi.advanceTimersByTime(10 * STOPPED_AFTER_MS)
    expect(options.onStopped).not.toHaveBeenCalled()
    reconnection.noteTrouble()
    vi.advanceTimersByTime(STOPPED_AFTER_MS)
    expect(options.onStopped).toHaveBeenCalledTimes(1)
  })

  it('does not count as stopped once it plays or is paused', () => {
    reconnection.noteTrouble()
    reconnection.setWaiting(true)
    reconnection.setWaiting(false)
    vi.advanceTimersByTime(10 * STOPPED_AFTER_MS)
    expect(options.onStopped).not.toHaveBeenCalled()
  })
})

describe('a stopped video', () => {
  beforeEach(() => {
    reconnection.noteLost()
    reconnection.setWaiting(true)
    vi.advanceTimersByTime(STOPPED_AFTER_MS)
    vi.clearAllMocks()
  })

  it('recovers when media arrive, and says so once', () => {
    reconnection.noteLoaded()
    reconnection.noteLoaded()
    expect(options.onRecovered).toHaveBeenCalledTimes(1)
  })

  it('is tried at once when its viewer asks, and stops again after the same while', () => {
    reconnection.retryAsked()
    expect(options.resume).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(STOPPED_AFTER_MS - 1)
    expect(options.onStopped).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(options.onStopped).toHaveBeenCalledTimes(1)
  })

  it('is said to be stopped again after an attempt that failed', () => {
    reconnection.noteLost()
    expect(options.onStopped).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_000)
    expect(options.resume).toHaveBeenCalledTimes(1)
  })

  it('is forgotten when another source takes over', () => {
    reconnection.reset()
    vi.advanceTimersByTime(10 * STOPPED_AFTER_MS)
    reconnection.noteLoaded()
    expect([options.resume, options.onStopped, options.onRecovered].map(({ mock }) => mock.calls.length)).toEqual([
      0, 0, 0,
    ])
  })
})
