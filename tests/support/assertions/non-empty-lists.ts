import { bare, chainOf, initializerOf, type Node, readSource, type Source, textOf } from './source.ts'

/** Array methods whose result has the length of their list. */
const sameLength = new Set(['map', 'toSorted', 'sort', 'toReversed', 'reverse', 'entries', 'keys', 'values', 'with'])

/** The least argument of each matcher that proves a length above zero. */
const leastOf = new Map([
  ['toBe', 1],
  ['toBeGreaterThan', 0],
  ['toBeGreaterThanOrEqual', 1],
])

/**
 * Whether the source shows that a list has an element in every run: it is a literal, a `const` of one, or its length
 * was asserted before.
 *
 * @param proved sources of lists whose length was asserted
 */
export function isNonEmpty(list: Node, source: Source, proved: ReadonlySet<string>): boolean {
  const node = bare(list)
  if (proved.has(textOf(source, node))) return true
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.some((each) =>
        each?.type === 'SpreadElement' ? isNonEmpty(each.argument, source, proved) : each !== null,
      )
    case 'ObjectExpression':
      return node.properties.some((each) => each.type !== 'SpreadElement' || isNonEmpty(each.argument, source, proved))
    case 'Literal':
      return typeof node.value === 'string' && node.value !== ''
    case 'ConditionalExpression': {
      const inside = new Set([...proved, ...provedBy(node.test, source)])
      return isNonEmpty(node.consequent, source, inside) && isNonEmpty(node.alternate, source, proved)
    }
    case 'NewExpression':
      return (
        ['Set', 'Map'].includes(chainOf(node.callee).join('.')) && isNonEmptyArgument(node.arguments[0], source, proved)
      )
    case 'CallExpression':
      return isNonEmptyCall(node, source, proved)
    case 'MemberExpression':
      return isNonEmptyMember(node, source)
    case 'Identifier':
      return isNonEmptyName(node, source, proved)
    default:
      return false
  }
}

/** The lists that a condition or an assertion proves to be non-empty: `list.length > 0`, `expect(list).toHaveLength(2)`. */
export function provedBy(statement: Node, source: Source): string[] {
  const node = bare(statement)
  if (node.type === 'BinaryExpression') {
    const asksLength = chainOf(node.left).at(-1) === 'length' && node.left.type === 'MemberExpression'
    return asksLength && node.operator === '>' && isCount(node.right, 0) ? [textOf(source, objectOf(node.left))] : []
  }
  if (node.type !== 'CallExpression' || chainOf(node)[0] !== 'expect') return []
  const assertion = bare(node.callee)
  if (assertion.type !== 'MemberExpression') return []
  const outer = bare(assertion.object)
  const isNegated = outer.type === 'MemberExpression' && chainOf(outer).at(-1) === 'not'
  const call = isNegated ? bare(outer.object) : outer
  const subject = call.type === 'CallExpression' && chainOf(call).join('.') === 'expect' ? call.arguments[0] : undefined
  const wanted = node.arguments[0]
  if (!subject || !wanted) return []
  const found = bare(subject)
  const matcher = chainOf(assertion).at(-1) ?? ''
  if (isNegated) return assertsNonEmpty(matcher, wanted) ? [textOf(source, found)] : []
  if (found.type === 'MemberExpression' && chainOf(found).at(-1) === 'length') {
    const least = leastOf.get(matcher)
    return least !== undefined && isLength(wanted, least) ? [textOf(source, bare(found.object))] : []
  }
  if (matcher === 'toHaveLength') return isLength(wanted, 1) ? [textOf(source, found)] : []
  if (matcher !== 'toEqual' || !isNonEmpty(wanted, source, new Set())) return []
  const isMapped = found.type === 'CallExpression' && chainOf(found).at(-1) === 'map'
  return [textOf(source, found), ...(isMapped ? [textOf(source, objectOf(found.callee))] : [])]
}

function assertsNonEmpty(matcher: string, wanted: Node): boolean {
  if (matcher === 'toHaveLength') return wanted.type === 'Literal' && wanted.value === 0
  return matcher === 'toEqual' && wanted.type === 'ArrayExpression' && wanted.elements.length === 0
}

/** A literal number that is large enough. */
function isCount(node: Node, least: number): boolean {
  const found = bare(node)
  return found.type === 'Literal' && typeof found.value === 'number' && found.value >= least
}

/** A literal number that is large enough, or a computed one, which states an expected length. */
function isLength(node: Node, least: number): boolean {
  return bare(node).type !== 'Literal' || isCount(node, least)
}

function objectOf(member: Node): Node {
  const node = bare(member)
  return node.type === 'MemberExpression' ? bare(node.object) : node
}

function isNonEmptyCall(node: Extract<Node, { type: 'CallExpression' }>, source: Source, proved: ReadonlySet<string>) {
  const name = chainOf(node.callee).join('.')
  const [first] = node.arguments
  if (/^(Object\.(keys|values|entries)|Promise\.(all|allSettled))$/.test(name))
    return isNonEmptyArgument(first, source, proved)
  if (name === 'Array.from') return isNonEmptyArgument(first, source, proved) && !hasUnknownLength(first)
  const callee = bare(node.callee)
  if (callee.type === 'Identifier') {
    const functions = source.functions.get(callee.name) ?? []
    return (
      functions.length > 0 &&
      functions.every(
        (each) => each.type === 'ArrowFunctionExpression' && isNonEmptyArgument(each.body, source, new Set()),
      )
    )
  }
  const method = callee.type === 'MemberExpression' ? (chainOf(callee).at(-1) ?? '') : ''
  return sameLength.has(method) && isNonEmpty(objectOf(callee), source, proved)
}

function isNonEmptyArgument(node: Node | null | undefined, source: Source, proved: ReadonlySet<string>): boolean {
  return node != null && isNonEmpty(node, source, proved)
}

/** `Array.from({ length })` with anything but a literal number. */
function hasUnknownLength(node: Node | undefined): boolean {
  if (node?.type !== 'ObjectExpression') return false
  return !node.properties.some((each) => each.type === 'Property' && isCount(each.value, 1))
}

/** A list in an object literal. */
function isNonEmptyMember(node: Extract<Node, { type: 'MemberExpression' }>, source: Source): boolean {
  const [name = '', key = '', ...rest] = chainOf(node)
  const object = bare(node.object).type === 'Identifier' && rest.length === 0 ? resolveConst(name, node, source) : null
  if (object?.value.type !== 'ObjectExpression') return false
  const found = object.value.properties.find(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === key,
  )
  return found?.type === 'Property' && isNonEmpty(found.value, object.source, new Set())
}

function isNonEmptyName(
  node: Extract<Node, { type: 'Identifier' }>,
  source: Source,
  proved: ReadonlySet<string>,
): boolean {
  const found = resolveConst(node.name, node, source)
  return found !== null && isNonEmpty(found.value, found.source, found.source === source ? proved : new Set())
}

/** The initializer of a `const`, here or in the file that it is imported from. */
function resolveConst(name: string, use: Node, source: Source): { value: Node; source: Source } | null {
  const imported = source.imports.get(name)
  if (imported) {
    const from = readSource(imported.path)
    return resolveConst(imported.name, from.program, from)
  }
  const value = initializerOf(name, use, source)
  return value && { value: bare(value), source }
}
