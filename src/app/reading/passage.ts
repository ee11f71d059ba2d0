/**
 * One sentence as people read it. `[words](/path)` is a link, `{support}` the support address as a mail link and
 * `{upload}` the largest file that may be uploaded.
 */
export type Sentence = string

/** What a section is made of: a paragraph, a list, or a table of what is kept and until when. */
export type Passage = readonly Sentence[] | { list: readonly Sentence[] } | { kept: readonly Kept[] }

/** Something that is kept, and until when. */
export interface Kept {
  what: string
  until: string
}

export interface Question {
  /** Name of its anchor. */
  id: string
  question: string
  answer: readonly Sentence[]
}

/** A part of a long text under a heading of its own. */
export interface Section {
  /** Name of its anchor. */
  id: string
  title: string
  passages?: readonly Passage[]
  questions?: readonly Question[]
}

/** Every sentence that claims something, in reading order; a row of a table counts as one. */
export function sentencesOf(sections: readonly Section[]): Sentence[] {
  return sections.flatMap(({ passages = [], questions = [] }) => [
    ...passages.flatMap(sentencesIn),
    ...questions.flatMap(({ answer }) => answer),
  ])
}

function sentencesIn(passage: Passage): readonly Sentence[] {
  if ('list' in passage) return passage.list
  if ('kept' in passage) return passage.kept.map(({ what, until }) => `${what}: ${until}`)
  return passage
}

/** A piece of a sentence on its way to the page. */
export type Piece = { kind: 'text' | 'support' | 'upload'; text: string } | { kind: 'link'; text: string; to: string }

/** Takes a sentence apart where its small markup begins and ends. */
export function piecesOf(sentence: Sentence): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const found of sentence.matchAll(/\[([^\]]+)\]\((\/[^)]*)\)|\{(support|upload)\}/g)) {
    if (found.index > at) pieces.push({ kind: 'text', text: sentence.slice(at, found.index) })
    const [whole, words = '', to = '', name] = found
    if (name === 'support' || name === 'upload') pieces.push({ kind: name, text: '' })
    else pieces.push({ kind: 'link', text: words, to })
    at = found.index + whole.length
  }
  if (at < sentence.length) pieces.push({ kind: 'text', text: sentence.slice(at) })
  return pieces
}
