import { codeMutations } from './code-mutations.ts'
import { queryMutations } from './query-mutations.ts'
import { sqlMutations } from './sql-mutations.ts'
import { codeOf, type NodePath, type SyntaxNode } from './syntax.ts'

/** A range of source and its replacement. */
export interface Mutation {
  kind: string
  start: number
  end: number
  replacement: string
}

export interface Mutant extends Mutation {
  /** Relative to the project. */
  file: string
  line: number
  /** The expression or statement around it: it runs whenever the mutated piece does. */
  site: { start: number; end: number; isStatement: boolean }
}

/** Every mutant of a module that can change its behaviour. Those of row modules include SQL and leave names unchanged. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const isRows = file.endsWith('-rows.server.ts')
  return codeOf(source).flatMap((path) => {
    const mutations = isRows
      ? [
          ...codeMutations(path, source, { strings: false }),
          ...queryMutations(path, source),
          ...sqlMutations(path, source),
        ]
      : codeMutations(path, source, { strings: true })
    const site = siteOf(path)
    if (!site) return []
    return mutations.map((mutation) => ({ ...mutation, file, line: lineAt(source, mutation.start), site }))
  })
}

/** The source with the mutant applied. The mark is called whenever the mutated code runs. */
export function mutatedSource(source: string, mutant: Mutant, mark: string): string {
  const { start, end, replacement, site } = mutant
  const [before, after] = marking(site, mark)
  const code = source.slice(site.start, start) + replacement + source.slice(end, site.end)
  return source.slice(0, site.start) + before + code + after + source.slice(site.end)
}

/** The unchanged source, with a mark for each of these mutants. */
export function instrumentedSource(source: string, mutants: readonly { mutant: Mutant; mark: string }[]): string {
  const insertions = mutants.flatMap(({ mutant: { site }, mark }) => {
    const [before, after] = marking(site, mark)
    const length = site.end - site.start
    // At the same offset, ends come first, inner before outer; then starts, outer before inner.
    return [
      { at: site.start, order: [1, -length], text: before },
      { at: site.end, order: [0, length], text: after },
    ]
  })
  insertions.sort((a, b) => a.at - b.at || a.order[0]! - b.order[0]! || a.order[1]! - b.order[1]!)
  let instrumented = ''
  let done = 0
  for (const { at, text } of insertions) {
    instrumented += source.slice(done, at) + text
    done = at
  }
  return instrumented + source.slice(done)
}

function marking({ isStatement }: Mutant['site'], mark: string): [string, string] {
  return isStatement ? [`{ ${mark}; `, ' }'] : [`(${mark}, `, ')']
}

const wrappable =
  /^(Binary|Logical|Unary|Conditional|Call|New|Chain|Await|Array|Object|TaggedTemplate|Member|ArrowFunction)Expression$|^(Literal|TemplateLiteral|Identifier)$/

/** Null where no code around it may be wrapped: a key, a pattern. */
function siteOf({ node, key, parents }: NodePath): Mutant['site'] | null {
  if (node.type === 'ExpressionStatement') return { start: node.start, end: node.end, isStatement: true }
  const [parent] = parents
  if (!parent) return null
  if (wrappable.test(node.type) && mayBeWrapped(key, parent.node)) {
    return { start: node.start, end: node.end, isStatement: false }
  }
  return siteOf({ node: parent.node, key: parent.key, parents: parents.slice(1) })
}

/** Calls keep their `this`, chains their `?.`, and assignment targets stay assignable. */
function mayBeWrapped(key: string, parent: SyntaxNode): boolean {
  if (['callee', 'tag', 'object', 'key', 'id', 'label', 'param', 'params', 'source', 'quasi'].includes(key))
    return false
  if (key === 'property') return parent.computed === true
  if (key === 'left') return parent.type === 'BinaryExpression' || parent.type === 'LogicalExpression'
  if (key === 'expression') return parent.type === 'ArrowFunctionExpression' || parent.type === 'TSAsExpression'
  if (key === 'argument') return !['UpdateExpression', 'UnaryExpression', 'RestElement'].includes(parent.type)
  if (key === 'expressions') return parent.type === 'TemplateLiteral'
  if (key === 'value') return parent.type === 'Property' || parent.type === 'PropertyDefinition'
  return /^(init|test|consequent|alternate|arguments|elements|body|right)$/.test(key)
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
