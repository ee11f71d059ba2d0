import { bare, chainOf, childrenOf, type Node, readSource, type Source } from './source.ts'

/** Members of `expect` that also begin an assertion. */
const kinds = new Set(['poll', 'soft', 'element'])
const asserting = new WeakMap<Source, Set<string>>()
const failing = new WeakMap<Source, Set<string>>()
const waiting = new WeakMap<Source, Set<string>>()

/** `expect(…)`, `expect.poll(…)` or a call to a test function that contains one. */
export function isAssertion(node: Node, source: Source): boolean {
  return isExpect(node, source) || callsOneOf(node, assertingIn(source))
}

/** Whether the test function of this name contains an assertion. */
export function asserts(name: string, source: Source): boolean {
  return assertingIn(source).has(name)
}

/** Whether a node can fail a test: an assertion, a wait, or a helper with one. */
export function fails(node: Node, source: Source): boolean {
  return isExpect(node, source) || isWaitCall(node) || callsOneOf(node, namesWith(failsByItself, failing, source))
}

/** Whether a node waits until something is so: a wait, a poll, or a helper with one. */
export function waits(node: Node, source: Source): boolean {
  return waitsByItself(node, source) || callsOneOf(node, namesWith(waitsByItself, waiting, source))
}

const waitsByItself = (node: Node, source: Source) =>
  isWaitCall(node) || (isExpect(node, source) && node.type === 'CallExpression' && chainOf(node).includes('poll'))

const assertingIn = (source: Source) => namesWith(isExpect, asserting, source)
const failsByItself = (node: Node, source: Source) => isExpect(node, source) || isWaitCall(node)

function isExpect(node: Node, source: Source): boolean {
  if (node.type !== 'CallExpression' || !source.text.includes("from 'vitest'")) return false
  const callee = bare(node.callee)
  if (callee.type === 'Identifier') return callee.name === 'expect'
  const [object, name = '', ...rest] = chainOf(callee)
  return callee.type === 'MemberExpression' && object === 'expect' && kinds.has(name) && rest.length === 0
}

function isWaitCall(node: Node): boolean {
  return node.type === 'CallExpression' && /^(waitFor|eventually$)/.test(chainOf(node).at(-1) ?? '')
}

export function callsOneOf(node: Node, names: ReadonlySet<string>): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = bare(node.callee)
  return callee.type === 'Identifier' && names.has(callee.name)
}

/** Names of the functions, local and imported, that contain such a node or call one that does. */
export function namesWith(
  isOne: (node: Node, source: Source) => boolean,
  known: WeakMap<Source, Set<string>>,
  source: Source,
): ReadonlySet<string> {
  const before = known.get(source)
  if (before) return before
  const names = new Set<string>()
  known.set(source, names)
  for (const [name, from] of source.imports) {
    if (isOfTests(from.path) && namesWith(isOne, known, readSource(from.path)).has(from.name)) names.add(name)
  }
  const holdsOne = (node: Node): boolean =>
    isOne(node, source) || callsOneOf(node, names) || childrenOf(node).some(holdsOne)
  let size: number
  do {
    size = names.size
    for (const [name, functions] of source.functions) {
      if (!names.has(name) && functions.some(holdsOne)) names.add(name)
    }
  } while (names.size > size)
  return names
}

/** Functions of the product do not assert anything. */
const isOfTests = (path: string) => path.startsWith('tests/') || path.includes('.test.')
