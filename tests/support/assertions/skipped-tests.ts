import { chainOf, childrenOf, type Finding, lineOf, type Node, type Source } from './source.ts'

/** Functions that define a test or a group of tests. */
export const suites: ReadonlySet<string> = new Set(['test', 'it', 'describe'])
const skipModifiers = new Set(['skip', 'only', 'todo', 'fails', 'fixme'])

/**
 * Finds tests that never run, keep others from running, or are retried. Allowed are `skipIf`, `runIf`, and `skip` of
 * the test's context with a reason.
 */
export function findSkippedTests(source: Source): Finding[] {
  const findings: Finding[] = []
  const search = (node: Node): void => {
    const what = node.type === 'CallExpression' ? skippedBy(node) : null
    if (what) findings.push({ line: lineOf(source, node), what })
    for (const child of childrenOf(node)) search(child)
  }
  search(source.program)
  return findings
}

function skippedBy(node: Extract<Node, { type: 'CallExpression' }>): string | null {
  const chain = chainOf(node.callee)
  const isTest = suites.has(chain[0] ?? '')
  if (isTest && chain.some((word) => skipModifiers.has(word))) return `a test with .${chain.at(-1)}`
  if (isTest && node.arguments.some(hasRetry)) return 'a test that is tried again'
  const isSkip = chain.at(-1) === 'skip' && ['skip', 'ctx', 'context', 'task'].includes(chain[0] ?? '')
  return isSkip && !node.arguments.some(isReason) ? 'a test that is skipped without a reason' : null
}

function hasRetry(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false
  return node.properties.some(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'retry',
  )
}

/** A non-empty text, or a constant named in capitals. */
function isReason(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value !== ''
  return node.type === 'TemplateLiteral' || (node.type === 'Identifier' && /^[A-Z_]+$/.test(node.name))
}
