import { expect, test } from 'vitest'
import { isLeftOut, parseNoteSettings, readWords } from './note-settings.ts'

const initial = { isOn: true, atOnce: 3, strength: 100, pace: 'normal', words: [], isFollowedOnly: false }

test('stored settings are read, and others are as at first', () => {
  const stored = {
    isOn: false,
    atOnce: 1,
    strength: 75,
    pace: 'slow',
    words: ['the end', 'spoiler'],
    isFollowedOnly: true,
  }
  expect(parseNoteSettings(JSON.stringify(stored))).toEqual(stored)
  expect(parseNoteSettings(null)).toEqual(initial)
  for (const text of ['', 'null', '[]', '{"atOnce":4,"strength":7,"pace":"toString","words":7}', '{'])
    expect(parseNoteSettings(text), text).toEqual(initial)
  expect(parseNoteSettings('{"words":["a",1,null,"a"]}').words).toEqual(['a'])
})

test('words are divided by commas and lines, each once', () => {
  expect(readWords(' spoiler,the end\n, ,spoiler')).toEqual(['spoiler', 'the end'])
  expect(readWords(Array.from({ length: 60 }, (_, n) => `word ${n}`).join())).toHaveLength(50)
})

test('a note with one of the words is left out, in any case and width', () => {
  expect(isLeftOut('ＳＰＯＩＬＥＲ ahead', ['spoiler'])).toBe(true)
  expect(isLeftOut('ここ好き', ['好き'])).toBe(true)
  expect(isLeftOut('ﾈﾀﾊﾞﾚ注意', ['ねたばれ'])).toBe(true)
  expect(isLeftOut('fine', ['\u0301'])).toBe(false)
  expect(isLeftOut('fine', ['spoiler'])).toBe(false)
  expect(isLeftOut('fine', [])).toBe(false)
})
