import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** Texts that the site's list of words is for: comments and notes, titles of episodes, usernames. @see docs/product.md#words */
export const wordPlaces = ['comment', 'title', 'name'] as const
export type WordPlace = (typeof wordPlaces)[number]

/** A text with the word waits for a person, or is not taken. */
export const wordActions = ['hold', 'refuse'] as const
export type WordAction = (typeof wordActions)[number]

/** A word of the list that a text has. */
export interface FoundWord {
  word: string
  action: WordAction
}

/** Finds the word of the list in a text: one that is refused before one that holds; null without any. */
export type FindWord = (text: string) => FoundWord | null

/** The site's list of words, which is kept above this room. */
export interface WordGate {
  /** The list for a place, as it is now. Not within a transaction. */
  finderFor(place: WordPlace): Promise<FindWord>
  /** Puts a thing with a word that holds into the queue. Called in the transaction that stores it. */
  queue(
    trx: Trx,
    subject: { kind: 'episode' | 'comment' | 'note' | 'creator'; id: string },
    word: string,
  ): Promise<void>
}

/** No word is listed. */
export const noWords: WordGate = { finderFor: async () => () => null, queue: async () => {} }

/**
 * Looks for words of the list in a text.
 * @param field of the request, for the refusal
 * @returns the word for which the text waits; null for none
 * @throws Refusal creators.word_refused
 */
export function wordToHold(find: FindWord, text: string, field: string): string | null {
  const found = find(text)
  if (found?.action === 'refuse') throw new Refusal('creators.word_refused', { field })
  return found?.word ?? null
}
