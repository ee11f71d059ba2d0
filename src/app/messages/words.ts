import type { AuditValues } from '#administration/audit.ts'
import type { WordAction, WordPlace } from '#creators/listed-words.ts'

/** The fate of a text with a listed word. @see docs/product.md#words */
export const wordActionWords: Readonly<Record<WordAction, { title: string; hint: string }>> = {
  hold: { title: 'Hold', hint: 'Comments are held; episodes and profiles go to the queue but stay public' },
  refuse: { title: 'Reject', hint: 'The text is rejected, and the author sees why' },
}

export const wordPlaceNames: Readonly<Record<WordPlace, string>> = {
  comment: 'Comments',
  title: 'Episode titles',
  name: 'Usernames',
}

/** The sentence above the list after a change. */
export const wordDone = {
  added: 'Word added. It takes effect everywhere within a second.',
  removed: 'Word removed.',
} as const
export type WordDone = keyof typeof wordDone

/** 'Comments, Usernames'. */
export function wordPlacesText(places: readonly string[]): string {
  return places.map((place) => nameIn(wordPlaceNames, place)).join(', ')
}

/** '“spam”, Hold: Comments', for one entry of the log. */
export function wordChange({ word, action, places }: AuditValues): string {
  const title = nameIn({ hold: wordActionWords.hold.title, refuse: wordActionWords.refuse.title }, String(action))
  return `“${word}”, ${title}: ${wordPlacesText(String(places).split(' '))}`
}

function nameIn(names: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(names, key) ? names[key]! : key
}
