import { type WordDone, wordDone } from '#app/messages/words.ts'

const wordsPath = '/admin/words'

/** The page after a change, with a sentence about it. */
export function wordsUrl(done: WordDone): string {
  return `${wordsPath}?done=${done}`
}

/** The sentence that the URL of the page names; null for none. */
export function wordDoneSentence(params: URLSearchParams): string | null {
  const done = params.get('done')
  return done !== null && Object.hasOwn(wordDone, done) ? wordDone[done as WordDone] : null
}
