/**
 * The language of a text, as its script shows it: Japanese if it has kana, Korean if it has Hangul. Undefined for scripts that
 * several languages share; such a text then counts as being in the language of the page.
 */
export function languageOf(text: string): 'ja' | 'ko' | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  return /\p{Script=Hangul}/u.test(text) ? 'ko' : undefined
}
