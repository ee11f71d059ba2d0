import type { FindWord, FoundWord } from '#creators/listed-words.ts'
import { visibleForm } from '#creators/profile-fields.ts'
import { skeletonsOf } from '#creators/skeleton.server.ts'
import { normalizeText } from '#platform/text.ts'

/** Written without spaces, so that a word can begin and end anywhere. */
const japanese = /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{M}\p{N}]]/v
/** Words of other scripts; Japanese ends them, as spaces and punctuation do. */
const tokens = /[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+/gv
/** Letters that their marks leave the same, unlike those of Arabic, Thai or kana. */
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
/** Whether the letters of a token are what they look like: a to z, or none. */
const isPlain = (token: string) => /^(?:[a-z]+|[^\p{L}]+)$/u.test(token)

/** The form in which words are compared: NFKC, no case, nothing invisible, no accents on Latin, Greek and Cyrillic letters. */
function bareForm(text: string): string {
  const bare = normalizeText(normalizeText(visibleForm(text), 'NFD').replace(accented, '$1'), 'NFC')
  // Upper case first: otherwise ß and ss, or the two small sigmas, would differ.
  return bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

const tokensOf = (bare: string) => bare.match(tokens) ?? []

/** The form by which a word is on the list once. */
export function wordForm(word: string): string {
  const bare = bareForm(word)
  return japanese.test(bare) ? bare : tokensOf(bare).join(' ')
}

interface Token {
  text: string
  /** How it looks; of a plain token of a text none, so that no ordinary word is taken for another. */
  skeletons: readonly string[]
}

/** A listed word, with its place among those that are looked for. */
interface Listed {
  found: FoundWord
  at: number
}

/** Finds the first of these words in a text, one that is refused before one that holds. */
export function createWordFinder(words: readonly FoundWord[]): FindWord {
  const inOrder = [...words].sort((a, b) => Number(a.action === 'hold') - Number(b.action === 'hold'))
  const substrings: (Listed & { form: string })[] = []
  /** Words of other scripts by the keys of their first token. */
  const phrases = new Map<string, (Listed & { tokens: Token[] })[]>()
  for (const [at, { word, action }] of inOrder.entries()) {
    const listed = { found: { word, action }, at }
    const form = wordForm(word)
    if (japanese.test(form)) {
      substrings.push({ ...listed, form })
      continue
    }
    const phrase = { ...listed, tokens: form.split(' ').map(tokenOf) }
    for (const key of keysOf(phrase.tokens[0]!)) phrases.set(key, [...(phrases.get(key) ?? []), phrase])
  }
  if (inOrder.length === 0) return () => null
  return (text) => {
    const bare = bareForm(text)
    const all = tokensOf(bare).map(readToken)
    const matches: Listed[] = [
      ...substrings.filter(({ form }) => bare.includes(form)),
      ...all.flatMap((token, index) =>
        keysOf(token)
          .flatMap((key) => phrases.get(key) ?? [])
          .filter((phrase) => phrase.tokens.every((each, n) => isSame(each, all[index + n]))),
      ),
    ]
    const [first] = matches.sort((a, b) => a.at - b.at)
    return first?.found ?? null
  }
}

const tokenOf = (text: string): Token => ({ text, skeletons: skeletonsOf(text) })
const readToken = (text: string): Token => (isPlain(text) ? { text, skeletons: [] } : tokenOf(text))
const keysOf = ({ text, skeletons }: Token) => [text, ...skeletons]

function isSame(listed: Token, token: Token | undefined): boolean {
  if (!token) return false
  return listed.text === token.text || token.skeletons.some((each) => listed.skeletons.includes(each))
}
