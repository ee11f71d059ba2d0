import { expect, it } from 'vitest'
import { titleFontClass } from './title-font.ts'

it.each(['Unit Zero Overslept', 'Midnight Ferry, Director’s Cut', 'Élan vital', 'Ő – "24 f"'])(
  'sets %j in the display font',
  (title) => {
    expect(titleFontClass(title)).toBe('display-face')
  },
)

it.each(['星の列車', 'The 星 Train', 'Поезд', '🚃 train', ''])('sets %j in the text font', (title) => {
  expect(titleFontClass(title)).toBe('text-face')
})
