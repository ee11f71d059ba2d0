import type { Mutation } from './mutant.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'
import { childOf, childrenOf, type NodePath, type SyntaxNode } from './syntax.ts'

const otherKeywords: Record<string, readonly string[]> = {
  and: ['or'],
  or: ['and'],
  asc: ['desc'],
  desc: ['asc'],
  true: ['false'],
  false: ['true'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '=': ['<>'],
  '<>': ['='],
  '!=': ['='],
  '@>': ['<@'],
  '+': ['-'],
  '-': ['+'],
}
const otherFunctions: Record<string, string> = { min: 'max', max: 'min', greatest: 'least', least: 'greatest' }

/** Mutations of one SQL template. Names and locks stay. */
export function sqlMutations({ node }: NodePath, source: string): Mutation[] {
  if (node.type !== 'TaggedTemplateExpression' || childOf(node, 'tag').name !== 'sql') return []
  const tokens = sqlTokens(blankedOut(childOf(node, 'quasi'), source))
  const shifted = tokens.flatMap((_, index) => [...tokenMutations(tokens, index), ...clauseMutations(tokens, index)])
  const { start } = childOf(node, 'quasi')
  return shifted.map((mutation) => ({ ...mutation, start: mutation.start + start, end: mutation.end + start }))
}

/** The template's text at its own offsets: a blank for the backtick, and `$` for every character of `${…}`. */
function blankedOut(quasi: SyntaxNode, source: string): string {
  let blanked = ''
  for (const piece of childrenOf(quasi, 'quasis')) {
    // Each begins with a backtick or a brace and ends with a backtick or `${`.
    const start = piece.start + 1
    const end = piece.end - (piece.tail ? 1 : 2)
    const gap = blanked === '' ? ' ' : '$'
    blanked += gap.repeat(start - quasi.start - blanked.length) + source.slice(start, end)
  }
  return blanked
}

function tokenMutations(tokens: readonly SqlToken[], index: number): Mutation[] {
  const token = tokens[index]!
  const { text, clause } = token
  const [before, after] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text ?? '']
  if (text === '=' && clause === 'set') return []
  if (text === 'and' && clause === 'between') return []
  if (/^[+-]$/.test(text) && !isOperand(before)) return []
  if (/^\d+$/.test(text)) return [1, -1].map((step) => changed(token, 'number', String(Number(text) + step)))
  if (otherFunctions[text] && after === '(') return [changed(token, 'function', otherFunctions[text])]
  if (text === 'in' && after === '(' && before !== 'not') return [changed(token, 'comparison', 'not in')]
  if (text === 'exists' && before !== 'not' && before !== 'if') return [changed(token, 'negation', 'not exists')]
  if (text === 'is') {
    const isNegated = after === 'not'
    const end = isNegated ? tokens[index + 1]!.end : token.end
    return [{ kind: 'negation', start: token.start, end, replacement: isNegated ? 'is' : 'is not' }]
  }
  if (text === 'not' && before !== 'is' && after !== 'materialized') return [changed(token, 'negation', '')]
  return (otherKeywords[text] ?? []).map((replacement) => changed(token, 'sql', replacement))
}

function clauseMutations(tokens: readonly SqlToken[], index: number): Mutation[] {
  const token = tokens[index]!
  const next = tokens[index + 1]
  if (!next) return []
  const { text, start } = token
  if (text === 'left' && next.text === 'join') return [changed(token, 'query part', '')]
  if (text === 'distinct' && tokens[index - 1]?.text !== 'is' && tokens[index - 1]?.text !== 'not') {
    return [changed(token, 'query part', '')]
  }
  if (text === 'limit') return [{ kind: 'query part', start, end: next.end, replacement: '' }]
  if (text === 'union') {
    const isAll = next.text === 'all'
    return [
      { kind: 'query part', start, end: isAll ? next.end : token.end, replacement: isAll ? 'union' : 'union all' },
    ]
  }
  if (text === 'on' && next.text === 'conflict') {
    const end = tokens.slice(index).find((each) => each.text === 'nothing')
    return end ? [{ kind: 'query part', start, end: end.end, replacement: '' }] : []
  }
  if (text === 'order' && next.text === 'by') return reversedOrders(tokens, index + 2)
  return []
}

/** `order by` is ascending unless it says otherwise. */
function reversedOrders(tokens: readonly SqlToken[], from: number): Mutation[] {
  const mutations: Mutation[] = []
  const { depth } = tokens[from] ?? { depth: 0 }
  let last: SqlToken | undefined
  let isDirected = false
  const endItem = () => {
    if (last && !isDirected) mutations.push({ kind: 'order', start: last.end, end: last.end, replacement: ' desc' })
    last = undefined
    isDirected = false
  }
  for (const token of tokens.slice(from)) {
    if (token.depth < depth || (token.depth === depth && /^(limit|offset|for|union|fetch)$/.test(token.text))) break
    if (token.depth === depth && token.text === ',') endItem()
    else {
      last = token
      isDirected ||= token.depth === depth && /^(asc|desc|nulls)$/.test(token.text)
    }
  }
  endItem()
  return mutations
}

function changed({ start, end }: SqlToken, kind: string, replacement: string): Mutation {
  return { kind, start, end, replacement }
}

function isOperand(text: string): boolean {
  return /^[\w$")]/.test(text)
}
