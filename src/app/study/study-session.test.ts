import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FrameTimes } from '#app/playback/frame-times.ts'
import type { FrameStore } from './frame-store.ts'
import { StudySession } from './study-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session that shows every frame on its canvas at once, and the element under it. */
function openSession() {
  const video = Object.assign(new EventTarget(), { paused: true, currentTime: 0, pause: () => {} })
  const times = FrameTimes.atRate({ numerator: 24, denominator: 1 }, 48)
  const frames = { times, drawings: null, cuts: [], changes: null, isSteppable: true }
  const session = new StudySession(video as unknown as HTMLVideoElement, frames)
  const picture = { displayWidth: 16, displayHeight: 9, close: () => {} }
  session.setStore({ take: () => picture, moveTo: () => {}, close: () => {} } as unknown as FrameStore)
  session.setCanvas({ dataset: {}, getContext: () => null } as unknown as HTMLCanvasElement)
  return { session, video, times }
}

test('a step is kept when the element tells only after it of the seek before', () => {
  const { session, video, times } = openSession()
  session.step(1)
  vi.runAllTimers()
  expect(video.currentTime).toBe(times.middleOf(1))
  session.step(1)
  video.dispatchEvent(new Event('seeking'))
  expect(session.state.frame).toBe(2)
  vi.runAllTimers()
  expect(video.currentTime).toBe(times.middleOf(2))
})

test('a seek by other controls moves the session there', () => {
  const { session, video, times } = openSession()
  session.step(1)
  vi.runAllTimers()
  video.dispatchEvent(new Event('seeking'))
  video.currentTime = times.middleOf(30)
  video.dispatchEvent(new Event('seeking'))
  expect(session.state.frame).toBe(30)
})

test('a step out of playback is kept when the element tells only after it that it has paused', () => {
  const { session, video } = openSession()
  video.paused = false
  video.pause = () => {
    video.paused = true
  }
  session.step(3)
  video.dispatchEvent(new Event('pause'))
  expect(session.state.frame).toBe(3)
  vi.runAllTimers()
  video.dispatchEvent(new Event('seeking'))
  expect(session.state.frame).toBe(3)
})
