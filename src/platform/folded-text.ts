import { normalizeText } from './text.ts'

/**
 * The form in which a search compares texts, the same as that of the function `search_key` in the database: without case,
 * width, compatibility forms, invisible characters, and accents on letters; katakana as hiragana. The marks that make か
 * into が are no accents. A test compares both for every character, so a change here needs a migration that replaces
 * `search_key` and folds the stored texts again.
 */
export function foldText(text: string): string {
  const bare = normalizeText(text, 'NFKD').replace(ignored, '')
  // Upper case in between makes ß equal to ss, and ı equal to i.
  const small = bare.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  const simple = small.replace(replaced, (character) => replacements.get(character) ?? character)
  return normalizeText(simple, 'NFC')
}

/** Part of a text, and whether it is one of the words that were looked for. */
export interface MarkedPart {
  text: string
  isHit: boolean
}

/** Parts of a text as it is written, cut where the words are found in its folded form. */
export function markFolded(text: string, words: readonly string[]): MarkedPart[] {
  const { folded, from, to } = foldInPlaces(text)
  const keys = words.map((word) => foldText(word).trim()).filter((key) => key !== '')
  const isHit = new Uint8Array(text.length)
  for (const key of keys)
    for (let at = folded.indexOf(key); at !== -1; at = folded.indexOf(key, at + key.length))
      isHit.fill(1, from[at], to[at + key.length - 1])
  const parts: MarkedPart[] = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    while (end < text.length && isHit[end] === isHit[at]) end += 1
    parts.push({ text: text.slice(at, end), isHit: isHit[at] === 1 })
  }
  return parts
}

/** A folded text; for each of its code units, where the characters that became it begin and end in the text. */
function foldInPlaces(text: string): { folded: string; from: number[]; to: number[] } {
  const from: number[] = []
  const to: number[] = []
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const key = foldText(cluster)
    for (let unit = 0; unit < key.length; unit += 1) {
      from.push(index)
      to.push(index + cluster.length)
    }
    folded += key
  }
  return { folded, from, to }
}

/** The unit of folding: a character with its marks, those of half-width kana included, or letters of Hangul. */
const clusters = /[\u1100-\u11ff]+|.[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gsu

/** Accents of Latin, Greek and Cyrillic letters, and invisible characters. */
const ignored =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|\p{Default_Ignorable_Code_Point}/gu

/** Letters that have no decomposition, and signs that keyboards lack. */
const replacements = new Map<string, string>([
  ...pairs('øłđðħŧŋ', 'olddhtn'),
  ...[['æ', 'ae'] as const, ['œ', 'oe'] as const, ['þ', 'th'] as const],
  ...pairs('‘’‛ʼ“”„‟', `''''""""`),
  ...pairs('‐‒–—―−〜', '------~'),
  ...pairs(
    'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
    'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ',
  ),
])
const replaced = new RegExp(`[${[...replacements.keys()].join('')}]`, 'gu')

function pairs(characters: string, by: string): (readonly [string, string])[] {
  const others = [...by]
  return [...characters].map((character, at) => [character, others[at]!] as const)
}
