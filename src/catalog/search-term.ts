import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/** @see docs/product.md#limits */
export const SEARCH_MAX_CHARACTERS = 200
/** Shorter words are matched as typed: nearly all of them are one typo away from each other. */
export const FUZZY_WORD_MIN_CHARACTERS = 4

/** A search term as typed; never empty. No character in it has a special meaning. */
export interface SearchTerm {
  term: string
  /** The distinct words between spaces. */
  words: string[]
}

/**
 * Reads a search term; null when it is blank.
 * @throws Refusal catalog.search_invalid for more than 200 characters, and for anything but one line of text
 */
export function readSearch(raw: string): SearchTerm | null {
  const reading = readText(raw, { maxCharacters: SEARCH_MAX_CHARACTERS })
  if (!reading.ok) throw new Refusal('catalog.search_invalid', { field: 'search' })
  return reading.text === '' ? null : { term: reading.text, words: [...new Set(reading.text.split(/\s+/u))] }
}

/** The distinct words of a term without punctuation, any of which may be mistyped. */
export function splitWords(term: string): string[] {
  return [...new Set(term.split(/[\s\p{P}]+/u))].filter((word) => word !== '')
}

/** Whether the words differ by exactly one extra, missing or wrong letter, or by two swapped neighbours. */
export function isOneTypoApart(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]]
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  if (long.length === short.length + 1) return rest(short, same) === rest(long, same + 1)
  if (long.length !== short.length || same === short.length) return false
  const isSwapped = short[same] === long[same + 1] && short[same + 1] === long[same]
  return rest(short, same + 1) === rest(long, same + 1) || (isSwapped && rest(short, same + 2) === rest(long, same + 2))
}
