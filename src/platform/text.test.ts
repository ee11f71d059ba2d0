import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ACCENTS_MAX,
  BLANK_LINES_MAX,
  MARKS_MAX,
  normalizeText,
  readText,
  showsNothing,
  truncateText,
  withoutStackedMarks,
} from './text.ts'

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
    for (const text of ['🌟星', 'a\u200db', 'שלום', 'a\u2028b', 'a\u0336']) {
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

describe('text that shows nothing', () => {
  const blanks = [
    '\u200b',
    '\u200d\u2060',
    '\u3164',
    '\uffa0',
    '\u115f\u1160',
    '\u2800',
    '\u00ad',
    '\u{e0020}',
    '\ufe0f',
  ]

  test.each([
    ...blanks,
    '\u0301',
    '\u0301\u0323\u20dd',
    ' \u0301',
    '\u202e',
    '\u{1d159}',
    '\ufffa',
    '\u180e',
    '\u17b4',
  ])('is empty: %j', (text) => {
    expect(showsNothing(text)).toBe(true)
    expect(readText(text, line)).toEqual({ ok: true, text: '' })
    expect(readText(`${text}\n${text}`, lines)).toEqual({ ok: true, text: '' })
  })

  test('is only what has no letter, figure or sign', () => {
    for (const text of ['.', '0', 'ー', '゛', 'ㅤa', '❤\ufe0f', '1\ufe0f\u20e3', '👩\u200d🎨', '🏻', 'ะ', '\ue000'])
      expect(readText(text, line)).toEqual({ ok: true, text })
  })
})

describe('marks on a letter', () => {
  const spelt = [
    ['Vietnamese', 'Nguyễn Thị Ạnh, ngày mười bốn'],
    ['Yoruba', 'Ọlá́ Adébáyọ̀ ẹ̀kọ́'],
    ['Greek', 'ᾧτινι ᾖ ΐ'],
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
    ['Arabic with vowels', 'بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ'],
    ['Thai', 'กำลังน้ำที่ปั๊มเก็บไว้'],
    ['Hindi', 'हिन्दी में क्ष्म्य र्त्स्न्या'],
    ['Burmese', 'ကြွှေ့ မြန်မာဘာသာ'],
    ['Tibetan', 'བོད་སྐད་ བསྒྲུབས་ ཧཱུྃ'],
    ['Khmer', 'ភាសាខ្មែរ ស្ត្រី'],
    ['Tamil', 'தமிழ் க்ஷௌ'],
    ['kana', 'ガギグ か\u3099 ｶﾞﾝﾀﾞﾑ'],
    ['Korean, decomposed', '한국어'],
    ['phonetic letters', 't͡ʃ ɔ̃̀ː n̥̩'],
    [
      'emoji',
      '👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f 1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 👍🏽',
    ],
    ['variants of Han', '葛\u{e0100}城'],
  ] as const

  test.each(spelt)('are those of the script: %s', (_script, text) => {
    for (const form of ['NFC', 'NFD'] as const) {
      expect(withoutStackedMarks(text.normalize(form))).toBe(text.normalize('NFC'))
      expect(readText(text.normalize(form), { maxCharacters: 100, isName: true })).toMatchObject({ ok: true })
    }
  })

  const marksOf = (text: string) => [...text.normalize('NFD').matchAll(/\p{M}/gu)].length

  test.each([
    ['accents', `H${'\u0301\u0316\u0489'.repeat(13)}i`, ACCENTS_MAX],
    ['marks of a script', `ส${'\u0e47'.repeat(40)}i`, MARKS_MAX],
    ['accents on a composed letter', `é${'\u0301'.repeat(39)}i`, ACCENTS_MAX],
    ['accents with invisible characters between them', `H${'\u0301\u200d'.repeat(18)}i`, ACCENTS_MAX],
  ])('are few, and dropped above that: %s', (_name, text, most) => {
    const reading = readText(text, { maxCharacters: 100 })
    expect(reading).toMatchObject({ ok: true, text: expect.stringMatching(/i$/) })
    expect(marksOf(reading.ok ? reading.text : '')).toBeLessThanOrEqual(
      most + (text.includes('\u0489') ? MARKS_MAX - most : 0),
    )
    expect(readText(text, { maxCharacters: 100, isName: true })).toEqual({ ok: false, why: 'stacked_marks' })
  })
})

describe('blank lines', () => {
  test('in a row are few, whatever they consist of', () => {
    const kept = `a${'\n'.repeat(BLANK_LINES_MAX + 1)}b`
    expect(readText(kept, lines)).toEqual({ ok: true, text: kept })
    for (const blank of ['\n', '\r\n', '\u2029', '\n \u3000', '\n\u200b', '\n\u2800'])
      expect(readText(`a${blank.repeat(15)}\nb`, { ...lines, maxCharacters: 100 })).toMatchObject({
        text: expect.stringMatching(/^a(?:\n.?.?){3}b$/),
      })
  })
})

describe('normalising', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Normalising takes the square of this number. */
  const longestRun = (text: string, form = 'NFC') => {
    const runs = text.match(form === 'NFKC' ? /[\p{M}\uff9e\uff9f]+/gu : /\p{M}+/gu) ?? []
    return Math.max(0, ...runs.map((run) => run.length))
  }

  test.each([
    ['marks in the wrong order', 'a', '\u0301\u0323'],
    ['marks between invisible characters', 'a', '\u0301\u034f\u0323\ufe0f'],
    ['half-width sound marks', 'ｶ', '\uff9e\u0301'],
    ['marks that decompose', 'a', '\u0344\u0f73'],
  ])('never gets long runs of marks: %s', (_name, letter, marks) => {
    const native = vi.spyOn(String.prototype, 'normalize')
    const hostile = letter + marks.repeat(40_000)
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) normalizeText(hostile, form)
    readText(hostile, { maxCharacters: 5000, multiline: true })
    readText(hostile.slice(0, 20_000), { maxCharacters: 5000, multiline: true })
    readText(hostile.slice(0, 20_000), { maxCharacters: 5000, isName: true })
    expect(native.mock.contexts.length).toBeGreaterThan(5)
    const runs = native.mock.contexts.map((text, at) => longestRun(String(text), native.mock.calls[at]![0]))
    expect(Math.max(...runs)).toBeLessThanOrEqual(60)
  })

  test('changes nothing else', () => {
    const text = 'ﬁ①ｶﾞ가é\u0323'
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(normalizeText(text, form)).toBe(text.normalize(form))
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
