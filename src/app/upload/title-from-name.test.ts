import { expect, it } from 'vitest'
import { titleFromName } from './title-from-name.ts'

it.each([
  ['the_last-local v12.mp4', 'The Last Local'],
  ['last_local_to_altair_v12_final.mp4', 'Last Local to Altair'],
  ['VEGA.final.mov', 'VEGA'],
  ['Vega and the Kite (2).mp4', 'Vega and the Kite'],
  ['rain study copy copy.webm', 'Rain Study'],
  ['the final cut.mp4', 'The Final Cut'],
  ['episode 3.mp4', 'Episode 3'],
  ['織姫と彦星.mp4', '織姫と彦星'],
  ['éclair.mp4', 'Éclair'],
  ['noending', 'Noending'],
  ['final.mp4', 'Final'],
  ['v2 (3).mp4', 'V2'],
  ['.mp4', ''],
])('%s is %s', (name, title) => {
  expect(titleFromName(name)).toBe(title)
})
