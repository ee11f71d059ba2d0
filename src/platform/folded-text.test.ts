import { describe, expect, test } from 'vitest'
import { foldText, markFolded } from './folded-text.ts'

describe('folding', () => {
  test.each([
    { of: 'width', texts: ['ｈｏｓｈｉ　１００％', 'HOSHI 100%'] },
    { of: 'half-width kana with their marks', texts: ['ｶﾞﾝﾀﾞﾑ', 'ガンダム', 'がんだむ', 'カ\u3099ンタ\u3099ム'] },
    { of: 'kana with the long vowel mark', texts: ['ｽﾀｰ', 'スター', 'すたー'] },
    { of: 'small kana and repetition marks', texts: ['ジョヽヴヶ', 'じょゝゔゖ'] },
    { of: 'accents', texts: ['Pokémon déjà vu', 'Pokemon deja vu', 'POKE\u0301MON DE\u0301JA\u0300 VU'] },
    { of: 'accents of other scripts', texts: ['Ёлка Άλφα', 'елка αλφα'] },
    { of: 'letters that have no decomposition', texts: ['Łódź Ærø Đà Þór Œuvre ħ', 'lodz aero da thor oeuvre h'] },
    { of: 'sharp s and dotless i', texts: ['Straße ılık İZMİR', 'STRASSE ILIK izmir', 'STRAẞE ilik ızmır'] },
    { of: 'compatibility forms', texts: ['ﬁlm ㍿ ① Ⅳ ㋐ ℌ ²', 'film 株式会社 1 iv あ h 2'] },
    { of: 'final sigma', texts: ['ΣΟΦΟΣ', 'σοφος', 'σοφοσ'] },
    { of: 'what has no visible form', texts: ['葛\u{e0100}城 a\u200bb❤\ufe0f', '葛城 ab❤'] },
    { of: 'signs that keyboards lack', texts: ['Howl’s “Spider–Man” 〜', 'howl\'s "spider-man" ~'] },
    { of: 'composition of Hangul', texts: ['한국', '\u1112\u1161\u11ab국'] },
  ])('makes no difference of $of', ({ texts }) => {
    expect(new Set(texts.map(foldText)).size).toBe(1)
  })

  test.each([
    ['か', 'が'],
    ['は', 'ぱ'],
    ['おばさん', 'おばあさん'],
    ['スター', 'スタ'],
    ['つ', 'っ'],
    ['ห', 'ห้'],
    ['क', 'कि'],
    ['葛', '萵'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other))
  })

  test('of a folded text changes nothing, whatever its characters', () => {
    const characters = Array.from({ length: 0x11000 }, (_, code) => String.fromCodePoint(code))
    const changed = characters.filter((character) => {
      const folded = foldText(character)
      return foldText(folded) !== folded
    })
    expect(changed).toEqual([])
  })
})

describe('marked parts', () => {
  const marked = (text: string, ...words: string[]) =>
    markFolded(text, words)
      .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
      .join('')

  test('are of the text as it is written', () => {
    expect(marked('機動戦士ｶﾞﾝﾀﾞﾑの夜', 'ガンダム')).toBe('機動戦士[ｶﾞﾝﾀﾞﾑ]の夜')
    expect(marked('un de\u0301ja\u0300 vu', 'déjà', 'VU')).toBe('un [de\u0301ja\u0300] [vu]')
    expect(marked('㍿ ﬁlm 🌟星', '式', 'i', '星')).toBe('[㍿] [ﬁ]lm 🌟[星]')
    expect(marked('İstanbul Straße', 'istan', 'ss')).toBe('[İstan]bul Stra[ß]e')
    expect(marked('\u1112\u1161\u11ab국', '한')).toBe('[\u1112\u1161\u11ab]국')
  })

  test('overlap as one, and stand apart with something between them', () => {
    expect(marked('banana bandana', 'ana', 'ban')).toBe('[bana]na [ban]d[ana]')
    expect(marked('aaa', 'a')).toBe('[aaa]')
  })

  test('are none for words of which nothing is left, or that are not there', () => {
    expect(markFolded('text', ['\u0301', '', 'other'])).toEqual([{ text: 'text', isHit: false }])
    expect(markFolded('', ['a'])).toEqual([])
  })
})
