import { describe, expect, test } from 'vitest'
import { embedCode, embedSize } from './embed-code.ts'

describe('the size of an embedded player', () => {
  const wide = { width: 1920, height: 1080 }
  test('is that of the picture, 640 pixels wide', () => {
    expect(embedSize(wide)).toEqual({ width: 640, height: 360 })
    expect(embedSize({ width: 720, height: 1280 })).toEqual({ width: 640, height: 1137 })
    expect(embedSize({ width: null, height: null })).toEqual({ width: 640, height: 360 })
  })

  test('stays within what its page allows', () => {
    expect(embedSize(wide, { maxWidth: 320 })).toEqual({ width: 320, height: 180 })
    expect(embedSize(wide, { maxWidth: 4000 })).toEqual({ width: 640, height: 360 })
    expect(embedSize(wide, { maxWidth: 320, maxHeight: 90 })).toEqual({ width: 160, height: 90 })
    expect(embedSize(wide, { maxHeight: 1 })).toEqual({ width: 1, height: 1 })
  })
})

test('the code of a player escapes the title', () => {
  const code = embedCode('https://hoshi.example', { id: 'e1', title: '"><script>' }, { width: 640, height: 360 })
  expect(embedCode('https://hoshi.example', { id: 'e1', title: '' }, { width: 640, height: 360 }, 198)).toContain(
    'src="https://hoshi.example/embed/e1?t=198"',
  )
  expect(code).toContain('src="https://hoshi.example/embed/e1" width="640" height="360"')
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;"')
})
