import { describe, expect, it } from 'vitest'
import { pictureBox } from './picture-box.ts'

const video = { width: 1600, height: 900 }

describe('the picture of a video', () => {
  it.each([
    ['fills an element of its shape', { width: 640, height: 360 }, { left: 0, top: 0, width: 640, height: 360 }],
    ['leaves bands above and below', { width: 320, height: 320 }, { left: 0, top: 70, width: 320, height: 180 }],
    ['leaves bands at the sides', { width: 640, height: 180 }, { left: 160, top: 0, width: 320, height: 180 }],
    ['is nowhere in an element without size', { width: 0, height: 0 }, { left: 0, top: 0, width: 0, height: 0 }],
  ])('%s', (_name, size, box) => {
    expect(pictureBox({ left: 0, top: 0, ...size }, video)).toEqual(box)
  })
  it('stands where its element stands', () => {
    expect(pictureBox({ left: 10, top: 20, width: 320, height: 320 }, video)).toMatchObject({ left: 10, top: 90 })
  })
  it('has no size before the video has one', () => {
    const unknown = { width: 0, height: 0 }
    expect(pictureBox({ left: 0, top: 0, width: 640, height: 360 }, unknown)).toMatchObject({ width: 0, height: 0 })
  })
})
