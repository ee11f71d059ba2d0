import { expect, test } from 'vitest'
import { sharpPicture } from './sharp-picture.ts'

test('a picture with a large one names both, and how wide it is shown; a phone keeps the smaller one', () => {
  expect(sharpPicture('/p.webp', '/large.webp', 560)).toEqual({
    srcSet: '/p.webp 640w, /large.webp 1280w',
    sizes: '(max-width: 639px) 213px, 560px',
  })
})

test('a picture without a large one names none', () => {
  expect(sharpPicture('/p.webp', null, 560)).toEqual({})
  expect(sharpPicture(null, '/large.webp', 560)).toEqual({})
})
