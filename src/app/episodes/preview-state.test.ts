import { describe, expect, it } from 'vitest'
import { atRest, isOn, PREVIEW_SECONDS, type PreviewEvent, type PreviewState, previewReducer } from './preview-state.ts'

const came: PreviewEvent = { type: 'came', isMotionReduced: false }
const cameCalmly: PreviewEvent = { type: 'came', isMotionReduced: true }
const stayed: PreviewEvent = { type: 'stayed' }
const asked: PreviewEvent = { type: 'asked' }
const started: PreviewEvent = { type: 'started' }
const second: PreviewEvent = { type: 'second passed' }
const failed: PreviewEvent = { type: 'failed' }
const left: PreviewEvent = { type: 'left' }

function stateAfter(...events: PreviewEvent[]): PreviewState {
  return events.reduce(previewReducer, atRest)
}

function seconds(count: number): PreviewEvent[] {
  return Array.from({ length: count }, () => second)
}

describe('a preview', () => {
  it('fetches nothing until someone has stayed', () => {
    expect(isOn(stateAfter(came))).toBe(false)
    expect(isOn(stateAfter(came, stayed))).toBe(true)
  })

  it('leaves the picture standing until the clip runs', () => {
    expect(stateAfter(came, stayed)).toEqual({ phase: 'starting' })
    expect(stateAfter(came, stayed, started)).toEqual({ phase: 'playing', seconds: 0 })
  })

  it('counts the seconds and ends with the twelfth', () => {
    expect(stateAfter(came, stayed, started, ...seconds(5))).toEqual({ phase: 'playing', seconds: 5 })
    expect(stateAfter(came, stayed, started, ...seconds(11))).toEqual({ phase: 'playing', seconds: 11 })
    expect(stateAfter(came, stayed, started, ...seconds(PREVIEW_SECONDS))).toEqual({ phase: 'ended' })
    expect(isOn(stateAfter(came, stayed, started, ...seconds(PREVIEW_SECONDS)))).toBe(false)
  })

  it('stays ended while someone stays: a second pointer or focus starts nothing', () => {
    const ended = stateAfter(came, stayed, started, ...seconds(PREVIEW_SECONDS))
    expect([came, stayed, started, second].reduce(previewReducer, ended)).toEqual({ phase: 'ended' })
  })

  it.each([
    ['the first moment', [came]],
    ['the start', [came, stayed]],
    ['the play', [came, stayed, started, second]],
    ['the end', [came, stayed, started, ...seconds(PREVIEW_SECONDS)]],
  ])('is gone as if it had never been when left during %s', (_, events) => {
    expect(stateAfter(...events, left)).toEqual(atRest)
    expect(stateAfter(...events, left, came)).toEqual({ phase: 'waiting' })
  })

  it('ignores what comes late, after it was left', () => {
    expect(stateAfter(came, left, stayed)).toEqual(atRest)
    expect(stateAfter(came, stayed, left, started)).toEqual(atRest)
    expect(stateAfter(came, stayed, started, left, second)).toEqual(atRest)
  })

  it('does not start over when a clip that had to wait runs on', () => {
    expect(stateAfter(came, stayed, started, second, started)).toEqual({ phase: 'playing', seconds: 1 })
  })

  it('gives the picture back when the clip cannot be played', () => {
    expect(stateAfter(came, stayed, failed)).toEqual(atRest)
    expect(stateAfter(came, stayed, started, second, failed)).toEqual(atRest)
  })
})

describe('with reduced motion, a preview', () => {
  it('never starts by itself', () => {
    expect(stateAfter(cameCalmly)).toEqual(atRest)
    expect(stateAfter(cameCalmly, stayed)).toEqual(atRest)
  })

  it('starts when it is asked for, and again after its end', () => {
    expect(stateAfter(cameCalmly, asked)).toEqual({ phase: 'starting' })
    expect(stateAfter(cameCalmly, asked, started, ...seconds(PREVIEW_SECONDS), asked)).toEqual({ phase: 'starting' })
  })
})
