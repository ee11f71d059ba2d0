import { expect, it } from 'vitest'
import { initialPlayerState, playerReducer } from './player-state.ts'
import { shownTimes } from './shown-times.ts'

it.each([
  [21.6, 21.6, '0:22'],
  // Its audio ends later than its picture.
  [21.4, 21.61, '0:21'],
  [599.6, 599.6, '10:00'],
  [null, 21.6, '0:22'],
])('a film of %j s, whose media last %j s, is %s long for the player too', (stated, duration, length) => {
  const state = playerReducer(initialPlayerState(stated), { type: 'duration', duration })
  expect(shownTimes({ ...state, position: 5.9 })).toEqual({ position: '0:05', length })
  expect(shownTimes({ ...state, position: duration })).toEqual({ position: length, length })
})

it('without a known length is at the start of nothing', () => {
  expect(shownTimes(initialPlayerState(null))).toEqual({ position: '0:00', length: '0:00' })
})
