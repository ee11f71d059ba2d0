import { describe, expect, it } from 'vitest'
import { initialStudyState, loopRange, type StudyEvent, studyReducer } from './study-state.ts'

const stateAfter = (...events: StudyEvent[]) => events.reduce(studyReducer, initialStudyState)

describe('the loop', () => {
  it('is on once it has both ends', () => {
    expect(stateAfter({ type: 'loop from', frame: 10 }).loop).toEqual({ from: 10, to: null, isOn: false })
    const both = stateAfter({ type: 'loop from', frame: 10 }, { type: 'loop to', frame: 30 })
    expect(both.loop).toEqual({ from: 10, to: 30, isOn: true })
    expect(loopRange(both)).toEqual({ from: 10, to: 30 })
  })

  it('loses an end that a new one passes', () => {
    const range = { type: 'loop', range: { from: 10, to: 30 } } as const
    expect(stateAfter(range, { type: 'loop from', frame: 40 }).loop).toEqual({ from: 40, to: null, isOn: false })
    expect(stateAfter(range, { type: 'loop to', frame: 5 }).loop).toEqual({ from: null, to: 5, isOn: false })
    expect(stateAfter(range, { type: 'loop from', frame: 30 }).loop).toEqual({ from: 30, to: 30, isOn: true })
  })

  it('is switched off and on, and not without both ends', () => {
    const range = { type: 'loop', range: { from: 10, to: 30 } } as const
    expect(stateAfter(range, { type: 'toggle loop' }).loop).toEqual({ from: 10, to: 30, isOn: false })
    expect(stateAfter(range, { type: 'toggle loop' }, { type: 'toggle loop' }).loop.isOn).toBe(true)
    expect(stateAfter({ type: 'loop to', frame: 3 }, { type: 'toggle loop' }).loop.isOn).toBe(false)
  })
})

it('overlays and the sides of the onion skin change by themselves', () => {
  const state = stateAfter(
    { type: 'toggle overlay', overlay: 'grid' },
    { type: 'toggle overlay', overlay: 'onion' },
    { type: 'toggle overlay', overlay: 'grid' },
    { type: 'onion', side: 'next', change: { count: 3 } },
  )
  expect(state.overlays).toEqual({ onion: true, flip: false, grid: false, safe: false })
  expect(state.onion).toEqual({ previous: { count: 1, strength: 0.85 }, next: { count: 3, strength: 0.7 } })
})

it('the same frame again changes nothing', () => {
  const state = stateAfter({ type: 'frame', frame: 7 })
  expect(studyReducer(state, { type: 'frame', frame: 7 })).toBe(state)
})
