import { describe, expect, test } from 'vitest'
import { readText, truncateText } from './text.ts'

const line = { maxCharacters: 10 }
const lines = { maxCharacters: 10, multiline: true }

function everyCodeUnit(): string[] {
  return Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
}

describe('reading text', () => {
  test('refuses every control character and lone surrogate and nothing else, at any position', () => {
    const refused = everyCodeUnit().filter((unit) => !readText(`a${unit}b`, lines).ok)
    const expected = everyCodeUnit().filter(
      (unit) => (/\p{Cc}/u.test(unit) && !'\t\n\r'.includes(unit)) || /[\ud800-\udfff]/.test(unit),
    )
    expect(refused).toEqual(expected)
    expect(refused).toHaveLength(65 - 3 + 0x800)
    for (const text of ['\0', '\0a', 'a\0', '\ud800', 'a\udc00', '\udc00\ud800']) {
      expect(readText(text, lines)).toEqual({ ok: false, why: 'not_text' })
    }
  })

  test('preserves paired surrogates, marks and invisible characters that are not controls', () => {
    for (const text of ['🌟星', 'a\u200db', 'שלום', 'a\u2028b', '\u0301']) {
      expect(readText(text, line)).toEqual({ ok: true, text })
    }
  })

  test('stores composed and decomposed spellings alike', () => {
    expect(readText('e\u0301te\u0301', line)).toEqual({ ok: true, text: 'été' })
    expect(readText('\u1112\u1161\u11ab', line)).toEqual({ ok: true, text: '한' })
    expect(readText('ﬁ①', line)).toEqual({ ok: true, text: 'ﬁ①' })
  })

  test('counts characters, not UTF-16 units or bytes, after composing and trimming', () => {
    expect(readText('🌟'.repeat(10), line).ok).toBe(true)
    expect(readText('🌟'.repeat(11), line)).toEqual({ ok: false, why: 'too_long' })
    expect(readText('e\u0301'.repeat(10), line).ok).toBe(true)
    expect(readText('e\u0301'.repeat(11), line)).toEqual({ ok: false, why: 'too_long' })
    expect(readText(`   ${'a'.repeat(10)}   `, line)).toEqual({ ok: true, text: 'a'.repeat(10) })
  })

  test('trims white space of any script at both ends and preserves it inside', () => {
    expect(readText('\u3000\ufeff\u00a0a  b \n', line)).toEqual({ ok: true, text: 'a  b' })
    expect(readText(' \n\t ', line)).toEqual({ ok: true, text: '' })
    expect(readText('', line)).toEqual({ ok: true, text: '' })
  })

  test('writes every line break as \\n where several lines are allowed', () => {
    expect(readText('a\r\nb\rc\nd', lines)).toEqual({ ok: true, text: 'a\nb\nc\nd' })
    expect(readText('a\tb', lines)).toEqual({ ok: true, text: 'a\tb' })
    expect(readText('a\r\n\r\nb', { maxCharacters: 4, multiline: true })).toEqual({ ok: true, text: 'a\n\nb' })
  })

  test('refuses line breaks and tabs inside a single line', () => {
    for (const text of ['a\nb', 'a\rb', 'a\r\nb', 'a\tb'])
      expect(readText(text, line)).toEqual({ ok: false, why: 'not_text' })
  })

  test('refuses a megabyte without reading it', () => {
    expect(readText('e\u0301'.repeat(500_000), line)).toEqual({ ok: false, why: 'too_long' })
    expect(readText('\0'.repeat(1_000_000), line)).toEqual({ ok: false, why: 'too_long' })
  })
})

describe('cutting text', () => {
  test('returns text that fits unchanged', () => {
    expect(truncateText('12345', 5)).toBe('12345')
    expect(truncateText('', 5)).toBe('')
  })

  test('cuts between characters, never through one', () => {
    expect(truncateText('123456', 5)).toBe('12345...')
    expect(truncateText('🌟🌟🌟', 2)).toBe('🌟🌟...')
    expect(truncateText('🌟🌟🌟', 3)).toBe('🌟🌟🌟')
  })
})
