/**
 * The language of a text that somebody wrote, where its script has only one: Japanese with kana, Korean with Hangul. Nothing
 * where several languages share the script, and the text is taken for one in the language of the page.
 */
export function languageOf(text: string): 'ja' | 'ko' | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  return /\p{Script=Hangul}/u.test(text) ? 'ko' : undefined
}
