import { type WordAction, type WordPlace, wordPlaces } from '#creators/listed-words.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/** A word, or words in a row, that the site holds or refuses. @see docs/product.md#words */
export interface SiteWord {
  id: string
  /** The word as it was written. */
  word: string
  action: WordAction
  /** In the order of `wordPlaces`. */
  places: WordPlace[]
  createdAt: Date
}

export type NewWord = Pick<SiteWord, 'word' | 'action'> & { places: readonly WordPlace[] }

/** @see docs/product.md#limits */
export const WORD_MAX_CHARACTERS = 60
/** Words on the list at the same time. */
export const WORDS_MAX = 500

/** @throws Refusal moderation.word_invalid, moderation.word_places_required */
export function readNewWord({ word, action, places }: NewWord): NewWord & { places: WordPlace[] } {
  const reading = readText(word, { maxCharacters: WORD_MAX_CHARACTERS })
  const isWord = reading.ok && /[\p{L}\p{N}]/u.test(reading.text)
  if (!isWord) throw new Refusal('moderation.word_invalid', { field: 'word' })
  const chosen = wordPlaces.filter((place) => places.includes(place))
  if (chosen.length === 0) throw new Refusal('moderation.word_places_required', { field: 'places' })
  return { word: reading.text, action, places: chosen }
}
