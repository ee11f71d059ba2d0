import { describe, expect, it } from 'vitest'
import { PREVIEW_SECONDS } from '#video/video.ts'
import { idle, isClipMounted, type PreviewEvent, type PreviewState, previewReducer } from './preview-state.ts'

const entered: PreviewEvent = { type: 'entered', isMotionReduced: false }
const enteredReducedMotion: PreviewEvent = { type: 'entered', isMotionReduced: true }
const delayPassed: PreviewEvent = { type: 'delay passed' }
const requested: PreviewEvent = { type: 'requested' }
const started: PreviewEvent = { type: 'started' }
const second: PreviewEvent = { type: 'second passed' }
const failed: PreviewEvent = { type: 'failed' }
const left: PreviewEvent = { type: 'left' }

function stateAfter(...events: PreviewEvent[]): PreviewState {
  return events.reduce(previewReducer, idle)
}

function seconds(count: number): PreviewEvent[] {
  return Array.from({ length: count }, () => second)
}

describe('a preview', () => {
  it('fetches nothing before the delay has passed', () => {
    expect(isClipMounted(stateAfter(entered))).toBe(false)
    expect(isClipMounted(stateAfter(entered, delayPassed))).toBe(true)
  })

  it('keeps the poster until the clip plays', () => {
    expect(stateAfter(entered, delayPassed)).toEqual({ phase: 'starting' })
    expect(stateAfter(entered, delayPassed, started)).toEqual({ phase: 'playing', seconds: 0 })
  })

  it('counts the seconds and ends after twelve', () => {
    expect(stateAfter(entered, delayPassed, started, ...seconds(5))).toEqual({ phase: 'playing', seconds: 5 })
    expect(stateAfter(entered, delayPassed, started, ...seconds(11))).toEqual({ phase: 'playing', seconds: 11 })
    expect(stateAfter(entered, delayPassed, started, ...seconds(PREVIEW_SECONDS))).toEqual({ phase: 'ended' })
    expect(isClipMounted(stateAfter(entered, delayPassed, started, ...seconds(PREVIEW_SECONDS)))).toBe(false)
  })

  it('stays ended until it is left, even if the pointer or the focus enters again', () => {
    const ended = stateAfter(entered, delayPassed, started, ...seconds(PREVIEW_SECONDS))
    expect([entered, delayPassed, started, second].reduce(previewReducer, ended)).toEqual({ phase: 'ended' })
  })

  it.each([
    ['the delay', [entered]],
    ['the start', [entered, delayPassed]],
    ['playback', [entered, delayPassed, started, second]],
    ['the end', [entered, delayPassed, started, ...seconds(PREVIEW_SECONDS)]],
  ])('resets completely when left during %s', (_, events) => {
    expect(stateAfter(...events, left)).toEqual(idle)
    expect(stateAfter(...events, left, entered)).toEqual({ phase: 'waiting' })
  })

  it('ignores late events after it was left', () => {
    expect(stateAfter(entered, left, delayPassed)).toEqual(idle)
    expect(stateAfter(entered, delayPassed, left, started)).toEqual(idle)
    expect(stateAfter(entered, delayPassed, started, left, second)).toEqual(idle)
  })

  it('does not start over when a stalled clip resumes', () => {
    expect(stateAfter(entered, delayPassed, started, second, started)).toEqual({ phase: 'playing', seconds: 1 })
  })

  it('returns to the poster when the clip cannot be played', () => {
    expect(stateAfter(entered, delayPassed, failed)).toEqual(idle)
    expect(stateAfter(entered, delayPassed, started, second, failed)).toEqual(idle)
  })
})

describe('with reduced motion, a preview', () => {
  it('never starts automatically', () => {
    expect(stateAfter(enteredReducedMotion)).toEqual(idle)
    expect(stateAfter(enteredReducedMotion, delayPassed)).toEqual(idle)
  })

  it('starts on request, and again after its end', () => {
    expect(stateAfter(enteredReducedMotion, requested)).toEqual({ phase: 'starting' })
    expect(stateAfter(enteredReducedMotion, requested, started, ...seconds(PREVIEW_SECONDS), requested)).toEqual({
      phase: 'starting',
    })
  })
})
