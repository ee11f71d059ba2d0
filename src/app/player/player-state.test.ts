import { describe, expect, it } from 'vitest'
import {
  areControlsShown,
  initialPlayerState,
  minuteMarks,
  type PlayerEvent,
  type PlayerState,
  playerReducer,
  positionAfter,
  SPEEDS,
  speedAfter,
  volumeAfter,
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

  it('that cannot be played stays so until a retry, and does not play', () => {
    const failed: PlayerEvent = { type: 'failed', failure: 'unplayable' }
    expect(stateAfter({ type: 'play' }, failed)).toMatchObject({ failure: 'unplayable', isPlaying: false })
    expect(stateAfter(failed, { type: 'waiting' })).toMatchObject({ failure: 'unplayable', isWaiting: false })
    expect(stateAfter(failed, { type: 'recovered' })).toMatchObject({ failure: 'unplayable' })
    expect(stateAfter(failed, { type: 'attached' })).toMatchObject({ failure: null, isWaiting: true })
  })

  it('that stopped still wants to play, and waits again once media arrive', () => {
    const failed: PlayerEvent = { type: 'failed', failure: 'stopped' }
    expect(stateAfter({ type: 'play' }, { type: 'waiting' }, failed)).toMatchObject({
      failure: 'stopped',
      isPlaying: true,
      isWaiting: false,
    })
    expect(stateAfter({ type: 'play' }, failed, { type: 'recovered' })).toMatchObject({
      failure: null,
      isPlaying: true,
      isWaiting: true,
    })
    expect(stateAfter({ type: 'play' }, failed, { type: 'playing' })).toMatchObject({ failure: null, isWaiting: false })
    expect(stateAfter(failed, { type: 'recovered' })).toMatchObject({ failure: null, isWaiting: false })
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
    expect(areControlsShown(playerReducer(idle, { type: 'failed', failure: 'stopped' }))).toBe(true)
  })

  it('stay while the menu is open', () => {
    const open = playerReducer(playing, { type: 'menu', page: 'settings' })
    expect(playerReducer(open, { type: 'idle' }).isIdle).toBe(false)
    const closed = playerReducer(open, { type: 'menu', page: null })
    expect(playerReducer(closed, { type: 'idle' }).isIdle).toBe(true)
  })

  it('come back from rest when the menu opens', () => {
    const idle = playerReducer(playing, { type: 'idle' })
    expect(areControlsShown(playerReducer(idle, { type: 'menu', page: 'quality' }))).toBe(true)
  })
})

describe('the menu', () => {
  it('closes for the keyboard sheet, and when nothing plays', () => {
    const open = stateAfter({ type: 'menu', page: 'speed' })
    expect(open.menu).toBe('speed')
    const sheet = playerReducer(open, { type: 'keyboard', isShown: true })
    expect(sheet).toMatchObject({ menu: null, isKeyboardShown: true })
    expect(playerReducer(open, { type: 'failed', failure: 'stopped' }).menu).toBeNull()
  })
})

describe('what the viewer chose', () => {
  it('is kept while sources and positions change', () => {
    const qualities = [{ lines: 720, bitsPerSecond: 1_500_000 }]
    const chosen: PlayerEvent[] = [
      { type: 'rate', rate: 1.5 },
      { type: 'loop', isLooping: true },
      { type: 'qualities', qualities },
      { type: 'quality', quality: 720 },
      { type: 'theatre', isTheatre: true },
    ]
    expect(
      stateAfter(...chosen, { type: 'attached' }, { type: 'position', position: 4, bufferedUntil: 9 }),
    ).toMatchObject({ rate: 1.5, isLooping: true, qualities, quality: 720, isTheatre: true })
  })

  it('shows the size of the picture, once there is one', () => {
    expect(stateAfter({ type: 'shown quality', lines: 0 }).shownQuality).toBeNull()
    const shown = stateAfter({ type: 'shown quality', lines: 720 })
    expect(shown.shownQuality).toBe(720)
    expect(playerReducer(shown, { type: 'shown quality', lines: 0 }).shownQuality).toBe(720)
  })
})

describe('the speed', () => {
  it('goes through its steps, and stays at either end', () => {
    expect(SPEEDS.map((speed) => speedAfter(speed, true))).toEqual([0.5, 0.75, 1, 1.25, 1.5, 2, 2])
    expect(SPEEDS.map((speed) => speedAfter(speed, false))).toEqual([0.25, 0.25, 0.5, 0.75, 1, 1.25, 1.5])
  })
})

describe('the volume', () => {
  it.each([
    [0.5, false, 0.05, 0.55],
    [0.5, false, -0.05, 0.45],
    [1, false, 0.05, 1],
    [0, false, -0.05, 0],
    [0.02, false, -0.05, 0],
    [0.83, true, 0.05, 0.05],
    [0.83, true, -0.05, 0],
  ])('of %d, muted %s, becomes with a step of %d %d', (volume, isMuted, step, after) => {
    expect(volumeAfter({ ...initialPlayerState(90), volume, isMuted }, step)).toBe(after)
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
