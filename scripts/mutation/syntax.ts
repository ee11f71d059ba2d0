import { parseAst } from 'vite'

/** A node of the syntax tree, with its offsets in the source. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A node and its parents, innermost first. */
export interface NodePath {
  node: SyntaxNode
  /** The parent's property that holds the node. */
  key: string
  parents: readonly { node: SyntaxNode; key: string }[]
}

/** These wrap code; every other node whose name begins with `TS` is a type. */
const transparentTypes = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
])

/** Every code node of a TypeScript module, without types and imports. */
export function codeOf(source: string): NodePath[] {
  const paths: NodePath[] = []
  const program = parseAst(source, { lang: 'ts' }) as unknown as SyntaxNode
  visit({ node: program, key: '', parents: [] }, paths)
  return paths
}

function visit(path: NodePath, paths: NodePath[]): void {
  const { node } = path
  if (/^Import(?!Expression)|^ExportAll/.test(node.type)) return
  if (node.type.startsWith('TS') && !transparentTypes.has(node.type)) return
  paths.push(path)
  const parents = [{ node, key: path.key }, ...path.parents]
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit({ node: child, key, parents }, paths)
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

/** Name of the called method or function; empty for anything else. */
export function calledName(call: SyntaxNode): string {
  if (call.type !== 'CallExpression' && call.type !== 'NewExpression') return ''
  const callee = childOf(call, 'callee')
  const named = callee.type === 'MemberExpression' ? childOf(callee, 'property') : callee
  return named.type === 'Identifier' ? String(named.name) : ''
}
