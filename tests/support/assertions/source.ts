import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export type Node = ESTree.Node
export type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression

export interface Finding {
  line: number
  what: string
}

/** The value of a name within a scope. */
interface Value {
  /** Null when unknown: for a parameter, a `let`, a pattern. */
  init: ESTree.Expression | null
  scope: Node
}

/** The syntax tree of a project file, with the values of its names. */
export interface Source {
  /** From the root of the project. */
  path: string
  text: string
  program: ESTree.Program
  values: Map<string, Value[]>
  functions: Map<string, FunctionNode[]>
  imports: Map<string, { path: string; name: string }>
}

const scopes = new Set(['BlockStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement'])
const root = join(import.meta.dirname, '../../..')
const sources = new Map<string, Source>()

/** @param path from the root of the project */
export function readSource(path: string): Source {
  const known = sources.get(path) ?? parseSource(path, readFileSync(join(root, path), 'utf8'))
  sources.set(path, known)
  return known
}

export function parseSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' })
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const source: Source = { path, text, program, values: new Map(), functions: new Map(), imports: new Map() }
  readNames(program, program, source)
  return source
}

export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode))
    else if (isNode(value)) children.push(value)
  }
  return children
}

/** The initializer of a name at its use; null when unknown. */
export function initializerOf(name: string, use: Node, source: Source): ESTree.Expression | null {
  const enclosing = (source.values.get(name) ?? []).filter(
    ({ scope }) => scope.start <= use.start && use.end <= scope.end,
  )
  return enclosing.sort((one, other) => other.scope.start - one.scope.start)[0]?.init ?? null
}

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node?.type ?? '')
}

export function textOf(source: Source, node: Node): string {
  return source.text.slice(node.start, node.end)
}

export function lineOf(source: Source, node: Node): number {
  return source.text.slice(0, node.start).split('\n').length
}

/** Strips type syntax, parentheses and `await`. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return bare(node.expression)
    case 'AwaitExpression':
      return bare(node.argument)
    default:
      return node
  }
}

/** `a.b.c` as its words, through calls: `expect.poll(f).not.toBe(1)` is `['expect', 'poll', 'not', 'toBe']`. */
export function chainOf(node: Node): string[] {
  const found = bare(node)
  if (found.type === 'Identifier') return [found.name]
  if (found.type === 'CallExpression') return chainOf(found.callee)
  if (found.type === 'TaggedTemplateExpression') return chainOf(found.tag)
  if (found.type !== 'MemberExpression') return ['']
  const property = found.property as Node
  return [...chainOf(found.object), !found.computed && property.type === 'Identifier' ? property.name : '']
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function readNames(node: Node, outer: Node, source: Source): void {
  const scope = isFunction(node) || scopes.has(node.type) ? node : outer
  if (node.type === 'ImportDeclaration') readImports(node, source)
  if (node.type === 'FunctionDeclaration' && node.id) add(source.functions, node.id.name, node)
  if (isFunction(node)) for (const each of node.params) addUnknown(each, scope, source)
  if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations) {
      if (id.type !== 'Identifier') addUnknown(id, scope, source)
      else add(source.values, id.name, { init: node.kind === 'const' ? init : null, scope })
      if (id.type === 'Identifier' && isFunction(init)) add(source.functions, id.name, init)
    }
  }
  for (const child of childrenOf(node)) readNames(child, scope, source)
}

function addUnknown(pattern: Node, scope: Node, source: Source): void {
  if (pattern.type === 'Identifier') add(source.values, pattern.name, { init: null, scope })
  else for (const child of childrenOf(pattern)) addUnknown(child, scope, source)
}

function readImports(node: ESTree.ImportDeclaration, source: Source): void {
  const path = resolve(source.path, node.source.value)
  if (!path) return
  for (const each of node.specifiers) {
    if (each.type !== 'ImportSpecifier') continue
    const name = each.imported.type === 'Identifier' ? each.imported.name : each.imported.value
    source.imports.set(each.local.name, { path, name })
  }
}

/** The project's own file behind an import; null for a package. */
function resolve(from: string, specifier: string): string | null {
  const path = specifier.startsWith('#tests/')
    ? specifier.slice(1)
    : specifier.startsWith('#')
      ? `src/${specifier.slice(1)}`
      : specifier.startsWith('.')
        ? join(dirname(from), specifier)
        : null
  return path && /\.tsx?$/.test(path) && existsSync(join(root, path)) ? path : null
}

function add<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  map.set(name, [...(map.get(name) ?? []), value])
}
