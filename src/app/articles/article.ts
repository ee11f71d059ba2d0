/**
 * One sentence of an article. `[text](/path)` is a link, `{support}` the support email address as a mailto link, and
 * `{upload}` the maximum size of an uploaded file.
 */
export type Sentence = string

/** Content of a section: a paragraph, a list, or a table of what is stored and until when. */
export type Block = readonly Sentence[] | { list: readonly Sentence[] } | { retention: readonly RetentionEntry[] }

/** A row of that table: a kind of stored data, and until when it is stored. */
export interface RetentionEntry {
  what: string
  until: string
}

export interface Question {
  /** Name of its anchor. */
  id: string
  question: string
  answer: readonly Sentence[]
}

/** A part of an article, with its own heading. */
export interface Section {
  /** Name of its anchor. */
  id: string
  title: string
  blocks?: readonly Block[]
  questions?: readonly Question[]
}

/** Every sentence that claims something, in reading order; a row of a table counts as one. */
export function sentencesOf(sections: readonly Section[]): Sentence[] {
  return sections.flatMap(({ blocks = [], questions = [] }) => [
    ...blocks.flatMap(sentencesIn),
    ...questions.flatMap(({ answer }) => answer),
  ])
}

/** The same sections with each sentence of their text and their answers replaced; the rows of tables stay. */
export function replaceSentences(
  sections: readonly Section[],
  replace: (sentence: Sentence) => Sentence,
): readonly Section[] {
  const replaceIn = (block: Block): Block => {
    if ('retention' in block) return block
    return 'list' in block ? { list: block.list.map(replace) } : block.map(replace)
  }
  return sections.map(({ blocks, questions, ...section }) => ({
    ...section,
    ...(blocks ? { blocks: blocks.map(replaceIn) } : {}),
    ...(questions ? { questions: questions.map((each) => ({ ...each, answer: each.answer.map(replace) })) } : {}),
  }))
}

function sentencesIn(block: Block): readonly Sentence[] {
  if ('list' in block) return block.list
  if ('retention' in block) return block.retention.map(({ what, until }) => `${what}: ${until}`)
  return block
}

/** A part of a sentence, ready to render. */
export type InlineNode =
  | { kind: 'text' | 'support' | 'upload'; text: string }
  | { kind: 'link'; text: string; to: string }

/** Splits a sentence at its markup. */
export function parseInline(sentence: Sentence): InlineNode[] {
  const nodes: InlineNode[] = []
  let position = 0
  for (const match of sentence.matchAll(/\[([^\]]+)\]\((\/[^)]*)\)|\{(support|upload)\}/g)) {
    if (match.index > position) nodes.push({ kind: 'text', text: sentence.slice(position, match.index) })
    const [fullMatch, text = '', to = '', name] = match
    if (name === 'support' || name === 'upload') nodes.push({ kind: name, text: '' })
    else nodes.push({ kind: 'link', text, to })
    position = match.index + fullMatch.length
  }
  if (position < sentence.length) nodes.push({ kind: 'text', text: sentence.slice(position) })
  return nodes
}
