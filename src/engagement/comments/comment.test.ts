import { expect, test } from 'vitest'
import { COMMENT_MAX_CHARACTERS, isHeldBack, readComment } from './comment.ts'

test('a comment is plain text of at most 2000 characters, counted as people count them', () => {
  expect(readComment(' So\r\ngentle ')).toBe('So\ngentle')
  expect([...readComment('星'.repeat(COMMENT_MAX_CHARACTERS))]).toHaveLength(COMMENT_MAX_CHARACTERS)
  expect(readComment('😀'.repeat(COMMENT_MAX_CHARACTERS))).toHaveLength(2 * COMMENT_MAX_CHARACTERS)
  const code = (text: string) => () => readComment(text)
  expect(code('a'.repeat(COMMENT_MAX_CHARACTERS + 1))).toThrow(
    expect.objectContaining({ code: 'engagement.comment_invalid' }),
  )
  expect(code('a\u0000b')).toThrow(expect.objectContaining({ code: 'engagement.comment_invalid' }))
  expect(code(' \n')).toThrow(expect.objectContaining({ code: 'engagement.comment_required' }))
})

test('two links pass, a third is too many, however they are written', () => {
  const isHeld = (text: string) => isHeldBack(text, 'open')
  expect(isHeld('no link, and www alone')).toBe(false)
  expect(isHeld('https://a.example http://b.example/c')).toBe(false)
  expect(isHeld('https://www.a.example www.b.example')).toBe(false)
  expect(isHeld('https://a.example HTTP://b.example www.c.example')).toBe(true)
  expect(isHeld('(https://a.example)(https://b.example)(https://c.example)')).toBe(true)
  expect(isHeld('https://a.examplehttps://b.examplehttps://c.example')).toBe(true)
})

test('a policy holds every link, or every comment', () => {
  expect(isHeldBack('www alone', 'hold_links')).toBe(false)
  expect(isHeldBack('See www.a.example', 'hold_links')).toBe(true)
  expect(isHeldBack('Lovely', 'hold_all')).toBe(true)
})
