import { parseAst } from 'vite'

/** Any node of the syntax tree, with its place in the source. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A node and what it is part of, innermost first. */
export interface Place {
  node: SyntaxNode
  /** The name under which the parent holds the node. */
  key: string
  parents: readonly { node: SyntaxNode; key: string }[]
}

/** What these wrap is code; every other node whose name begins so is a type. */
const transparentTypes = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
])

/** Every node of a TypeScript module that is code: no types and no imports. */
export function codeOf(source: string): Place[] {
  const places: Place[] = []
  const program = parseAst(source, { lang: 'ts' }) as unknown as SyntaxNode
  visit({ node: program, key: '', parents: [] }, places)
  return places
}

function visit(place: Place, places: Place[]): void {
  const { node } = place
  if (/^Import(?!Expression)|^ExportAll/.test(node.type)) return
  if (node.type.startsWith('TS') && !transparentTypes.has(node.type)) return
  places.push(place)
  const parents = [{ node, key: place.key }, ...place.parents]
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit({ node: child, key, parents }, places)
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** The child of this name; throws when there is none. */
export function childOf(node: SyntaxNode, key: string): SyntaxNode {
  const child = node[key]
  if (!isNode(child)) throw new Error(`${node.type} has no ${key}`)
  return child
}

export function childrenOf(node: SyntaxNode, key: string): SyntaxNode[] {
  const children = node[key]
  return Array.isArray(children) ? children.filter(isNode) : []
}

/** The name of the method that is called, or of the function; empty for anything else. */
export function calledName(call: SyntaxNode): string {
  if (call.type !== 'CallExpression' && call.type !== 'NewExpression') return ''
  const callee = childOf(call, 'callee')
  const named = callee.type === 'MemberExpression' ? childOf(callee, 'property') : callee
  return named.type === 'Identifier' ? String(named.name) : ''
}
