import { describe, expect, it } from 'vitest'
import {
  areControlsShown,
  initialPlayerState,
  minuteMarks,
  type PlayerEvent,
  type PlayerState,
  playerReducer,
  positionAfter,
} from './player-state.ts'

function stateAfter(...events: PlayerEvent[]): PlayerState {
  return events.reduce(playerReducer, initialPlayerState(90))
}

describe('the player', () => {
  it('knows the duration before the video is fetched', () => {
    expect(initialPlayerState(402).duration).toBe(402)
    expect(initialPlayerState(null).duration).toBe(0)
  })

  it('uses the duration of the video element, and ignores an infinite, invalid or zero one', () => {
    expect(stateAfter({ type: 'duration', duration: 91.2 }).duration).toBe(91.2)
    expect(stateAfter({ type: 'duration', duration: Number.POSITIVE_INFINITY }).duration).toBe(90)
    expect(stateAfter({ type: 'duration', duration: Number.NaN }).duration).toBe(90)
    expect(stateAfter({ type: 'duration', duration: 0 }).duration).toBe(90)
  })

  it('waits from attaching a source until playback starts', () => {
    expect(stateAfter({ type: 'attached' }).isWaiting).toBe(true)
    expect(stateAfter({ type: 'attached' }, { type: 'play' }).isWaiting).toBe(true)
    expect(stateAfter({ type: 'attached' }, { type: 'play' }, { type: 'playing' }).isWaiting).toBe(false)
    expect(stateAfter({ type: 'play' }, { type: 'playing' }, { type: 'waiting' }).isWaiting).toBe(true)
  })

  it('stops waiting when it is paused', () => {
    expect(stateAfter({ type: 'play' }, { type: 'waiting' }, { type: 'pause' })).toMatchObject({
      isPlaying: false,
      isWaiting: false,
    })
  })

  it('stays failed until a retry', () => {
    expect(stateAfter({ type: 'play' }, { type: 'failed' })).toMatchObject({ hasFailed: true, isPlaying: false })
    expect(stateAfter({ type: 'failed' }, { type: 'waiting' })).toMatchObject({ hasFailed: true, isWaiting: false })
    expect(stateAfter({ type: 'failed' }, { type: 'attached' })).toMatchObject({ hasFailed: false, isWaiting: true })
  })

  it('offers to unmute until the audio is on', () => {
    const muted = stateAfter({ type: 'muted by browser' })
    expect(muted).toMatchObject({ isMuted: true, isMutedByBrowser: true })
    expect(playerReducer(muted, { type: 'volume', volume: 0.5, isMuted: true }).isMutedByBrowser).toBe(true)
    expect(playerReducer(muted, { type: 'volume', volume: 1, isMuted: false })).toMatchObject({
      isMuted: false,
      isMutedByBrowser: false,
    })
  })

  it('does not offer to unmute after the viewer muted it', () => {
    expect(stateAfter({ type: 'volume', volume: 1, isMuted: true }).isMutedByBrowser).toBe(false)
  })
})

describe('the controls', () => {
  const playing = stateAfter({ type: 'play' }, { type: 'playing' })

  it('hide when idle during playback, and reappear on the first input', () => {
    const idle = playerReducer(playing, { type: 'idle' })
    expect(areControlsShown(playing)).toBe(true)
    expect(areControlsShown(idle)).toBe(false)
    expect(areControlsShown(playerReducer(idle, { type: 'active' }))).toBe(true)
  })

  it('never hide while paused, waiting or failed', () => {
    const idle = playerReducer(playing, { type: 'idle' })
    expect(areControlsShown(stateAfter({ type: 'idle' }))).toBe(true)
    expect(areControlsShown(playerReducer(idle, { type: 'pause' }))).toBe(true)
    expect(areControlsShown(playerReducer(idle, { type: 'waiting' }))).toBe(true)
    expect(areControlsShown(playerReducer(idle, { type: 'failed' }))).toBe(true)
  })
})

describe('seeking', () => {
  it('stays inside the episode', () => {
    expect(positionAfter({ ...initialPlayerState(90), position: 3 }, -5)).toBe(0)
    expect(positionAfter({ ...initialPlayerState(90), position: 30 }, 5)).toBe(35)
    expect(positionAfter({ ...initialPlayerState(90), position: 88 }, 5)).toBe(90)
  })

  it.each([
    [5, []],
    [60, []],
    [60.4, []],
    [75, [60]],
    [180, [60, 120]],
    [600, [60, 120, 180, 240, 300, 360, 420, 480, 540]],
    [0, []],
  ])('%d seconds have minute marks at %j', (seconds, marks) => {
    expect(minuteMarks(seconds)).toEqual(marks)
  })
})
