import { expect, it } from 'vitest'
import { titleFace } from './title-face.ts'

it.each(['Unit Zero Overslept', 'Midnight Ferry, Director’s Cut', 'Élan vital', 'Ő – "24 f"'])(
  'sets %j in the display face',
  (title) => {
    expect(titleFace(title)).toBe('display-face')
  },
)

it.each(['星の列車', 'The 星 Train', 'Поезд', '🚃 train', ''])('sets %j in the text face', (title) => {
  expect(titleFace(title)).toBe('text-face')
})
