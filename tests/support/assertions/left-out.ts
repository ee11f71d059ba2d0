import { chainOf, childrenOf, type Finding, lineOf, type Node, type Source } from './source.ts'

/** What begins the name of a test or of a group of them. */
export const suites: ReadonlySet<string> = new Set(['test', 'it', 'describe'])
const leavingOut = new Set(['skip', 'only', 'todo', 'fails', 'fixme'])

/**
 * Finds tests that never run, keep others from running, or may fail first. A test is skipped by `skipIf` or `runIf`, or
 * by `skip` of its context with a reason.
 */
export function findLeftOut(source: Source): Finding[] {
  const findings: Finding[] = []
  const search = (node: Node): void => {
    const what = node.type === 'CallExpression' ? leftOutBy(node) : null
    if (what) findings.push({ line: lineOf(source, node), what })
    for (const child of childrenOf(node)) search(child)
  }
  search(source.program)
  return findings
}

function leftOutBy(node: Extract<Node, { type: 'CallExpression' }>): string | null {
  const words = chainOf(node.callee)
  const isTest = suites.has(words[0] ?? '')
  if (isTest && words.some((word) => leavingOut.has(word))) return `a test with .${words.at(-1)}`
  if (isTest && node.arguments.some(triesAgain)) return 'a test that is tried again'
  const isSkip = words.at(-1) === 'skip' && ['skip', 'ctx', 'context', 'task'].includes(words[0] ?? '')
  return isSkip && !node.arguments.some(isReason) ? 'a test that is skipped without a reason' : null
}

function triesAgain(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false
  return node.properties.some(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'retry',
  )
}

/** A sentence, or a `const` that is named as one. */
function isReason(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value !== ''
  return node.type === 'TemplateLiteral' || (node.type === 'Identifier' && /^[A-Z_]+$/.test(node.name))
}
