import { describe, expect, test } from 'vitest'
import { createWordFinder, wordForm } from './word-matching.server.ts'

const finds = (word: string, text: string) => createWordFinder([{ word, action: 'hold' }])(text) !== null

describe('a word is found', () => {
  test.each([
    ['spam', 'This is SPAM.', 'in another case'],
    ['spam', 'spam', 'alone'],
    ['spam', '(spam)/more', 'between punctuation'],
    ['spam', 'ｓｐａｍ here', 'in wide letters'],
    ['spam', 'spám', 'with an accent'],
    ['spám', 'spam', 'without its accent'],
    ['spam', 'sp\u200bam', 'with an invisible character'],
    ['spam', 'sp\u0430m', 'with a Cyrillic а'],
    ['spam', '\u0455\u0440\u0430m', 'with several Cyrillic letters'],
    ['loot', 'l00t', 'with digits for letters'],
    ['straße', 'STRASSE', 'in a longer upper case'],
    ['λόγος', 'ΛΟΓΟΣ', 'in Greek capitals'],
    ['мат', 'Мат!', 'in Cyrillic'],
    ['free money', 'Free  money, now', 'of two words'],
    ['spam', 'これはspamです', 'within Japanese'],
    ['ばか', 'あなたはばかです', 'of kana, anywhere'],
    ['死', '必死の星', 'of one Han letter, anywhere'],
    ['アニメ', 'ｱﾆﾒを見る', 'of half-width kana'],
    ['420', 'at 420', 'of digits'],
  ])('%j in %j: %s', (word, text) => {
    expect(finds(word, text)).toBe(true)
  })
})

describe('a word is not found', () => {
  test.each([
    ['spam', 'spammer', 'as a part of another'],
    ['spam', 'antispam', 'at the end of another'],
    ['modem', 'modern', 'in a plain word that only looks like it'],
    ['porn', 'a pom', 'in a plain word that only looks like it'],
    ['free money', 'money free', 'in another order'],
    ['free money', 'free of money', 'apart'],
    ['ばか', 'はか', 'without the mark of its kana'],
    ['101', 'lol', 'in letters for digits'],
    ['spam', '', 'in nothing'],
  ])('%j in %j: %s', (word, text) => {
    expect(finds(word, text)).toBe(false)
  })
})

test('one that is refused comes before those that hold, and is named as it is listed', () => {
  const find = createWordFinder([
    { word: 'Held', action: 'hold' },
    { word: 'ばか', action: 'hold' },
    { word: 'Never', action: 'refuse' },
  ])
  expect(find('ばか, held, never')).toEqual({ word: 'Never', action: 'refuse' })
  expect(find('ばか, held')).toEqual({ word: 'Held', action: 'hold' })
  expect(find('nothing')).toBeNull()
  expect(createWordFinder([])('held')).toBeNull()
})

test('a word is listed once, however it is written', () => {
  expect(wordForm('  Frée-MONEY ')).toBe('free money')
  expect(wordForm('ﾊﾞｶ')).toBe('バカ')
  expect(wordForm('がき')).not.toBe(wordForm('かき'))
})
