import type { Mutation } from './mutant.ts'
import { calledName, childOf, childrenOf, type NodePath } from './syntax.ts'

/** Parts that a query can run without. */
const dispensable = /^(where|whereRef|having|orderBy|limit|offset|distinct|distinctOn|onConflict)$/
const comparing = /^(where|whereRef|having|on|onRef|eb|when)$/

const otherOperators: Record<string, readonly string[]> = {
  '=': ['!='],
  '!=': ['='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  in: ['not in'],
  'not in': ['in'],
  is: ['is not'],
  'is not': ['is'],
}

/** Mutations of one query builder call. Locks stay: tests would notice a missing lock only by chance. */
export function queryMutations({ node }: NodePath, source: string): Mutation[] {
  if (node.type !== 'CallExpression') return []
  const name = calledName(node)
  const [first, second] = childrenOf(node, 'arguments')
  const mutations: Mutation[] = []
  const callee = childOf(node, 'callee')
  if (callee.type === 'MemberExpression' && dispensable.test(name)) {
    mutations.push({ kind: 'query part', start: childOf(callee, 'object').end, end: node.end, replacement: '' })
  }
  if (comparing.test(name) && second) {
    for (const operator of otherOperators[String(second.value)] ?? []) {
      mutations.push({ kind: 'comparison', start: second.start, end: second.end, replacement: `'${operator}'` })
    }
  }
  if (name === 'orderBy' && first) {
    const isDescending = second && source.slice(second.start, second.end) === "'desc'"
    const replacement = isDescending ? '' : ", 'desc'"
    mutations.push({ kind: 'order', start: first.end, end: second?.end ?? first.end, replacement })
  }
  return mutations
}
