import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  ['狐の嫁入り', 'ja'],
  ['ホシ', 'ja'],
  ['Episode 3: さよなら', 'ja'],
  ['별이 빛나는 밤', 'ko'],
  // Chinese and Japanese share these.
  ['東京', undefined],
  ['The Last Local to Vega', undefined],
  ['', undefined],
])('%j is in %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
