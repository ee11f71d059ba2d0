import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/** @see docs/product.md#limits */
export const SEARCH_MAX_CHARACTERS = 200
/** Shorter words are taken as they are typed: among them nearly everything is one typo apart. */
export const NEAR_WORD_MIN_CHARACTERS = 4

/** What somebody looks for, as typed; never empty. Nothing in it has a special meaning. */
export interface SearchTerm {
  term: string
  /** What stands between the spaces, each once. */
  words: string[]
}

/**
 * Null when there is nothing to look for.
 * @throws Refusal catalog.search_invalid for more than 200 characters, and for what is not one line of text
 */
export function readSearch(raw: string): SearchTerm | null {
  const reading = readText(raw, { maxCharacters: SEARCH_MAX_CHARACTERS })
  if (!reading.ok) throw new Refusal('catalog.search_invalid', { field: 'search' })
  return reading.text === '' ? null : { term: reading.text, words: [...new Set(reading.text.split(/\s+/u))] }
}

/** The words of a term without their punctuation, each once: what may have been mistyped. */
export function plainWords(term: string): string[] {
  return [...new Set(term.split(/[\s\p{P}]+/u))].filter((word) => word !== '')
}

/** Whether one letter too many, too few, a wrong one, or two neighbours in the wrong order is all that differs. */
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
