import type { Mutation } from './mutant.ts'
import { calledName, childOf, type Place, type SyntaxNode } from './syntax.ts'

const otherOperators: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '&&': ['||'],
  '||': ['&&'],
}

/** The ways to change one node of code. Nothing for what no program depends on: texts of errors, of the log and of documents. */
export function codeMutations(place: Place, source: string, { strings }: { strings: boolean }): Mutation[] {
  return [...forced(place), ...changed(place, source, strings)]
}

/** A condition that always or never holds. */
function forced({ node, key, parents }: Place): Mutation[] {
  if (key !== 'test' || node.type === 'Literal') return []
  // Forced true, a loop never ends.
  const isLoop = /^(While|DoWhile|For)Statement$/.test(parents[0]?.node.type ?? '')
  const isCase = parents[0]?.node.type === 'SwitchCase'
  return isCase ? [] : (isLoop ? ['false'] : ['true', 'false']).map((value) => replaced(node, 'condition', value))
}

function changed(place: Place, source: string, strings: boolean): Mutation[] {
  const { node } = place
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return changedOperator(node, source)
    case 'UnaryExpression': {
      const isSign = node.operator === '!' || (node.operator === '-' && childOf(node, 'argument').type !== 'Literal')
      return isSign ? [{ kind: 'negation', start: node.start, end: node.start + 1, replacement: '' }] : []
    }
    case 'Literal':
      return changedLiteral(place, strings)
    case 'TemplateLiteral':
      return strings && place.key !== 'quasi' && isLogic(place) ? [replaced(node, 'text', "''")] : []
    case 'ExpressionStatement':
      return isRemovable(node) ? [replaced(node, 'statement', '{}')] : []
    default:
      return []
  }
}

function changedOperator(node: SyntaxNode, source: string): Mutation[] {
  const operator = String(node.operator)
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
  if (operator === '??') {
    const [first, second] = [source.slice(left.start, left.end), source.slice(right.start, right.end)]
    return [replaced(node, 'boolean', `((${first}) && (${second}))`)]
  }
  if (operator === '+' && [left, right].some(isText)) return []
  const start = source.indexOf(operator, left.end)
  const kind = /^[&|]{2}$/.test(operator) ? 'boolean' : /[<>=]$/.test(operator) ? 'comparison' : 'arithmetic'
  return (otherOperators[operator] ?? []).map((replacement) => ({
    kind,
    start,
    end: start + operator.length,
    replacement,
  }))
}

function changedLiteral(place: Place, strings: boolean): Mutation[] {
  const { node, key, parents } = place
  if (key === 'key' || parents[0]?.node.type === 'ExpressionStatement') return []
  const { value } = node
  if (typeof value === 'boolean') return [replaced(node, 'boolean', String(!value))]
  if (typeof value === 'number')
    return [value + 1, value - 1].map((near) => replaced(node, 'number', near < 0 ? `(${near})` : String(near)))
  return strings && typeof value === 'string' && value !== '' && isLogic(place) ? [replaced(node, 'text', "''")] : []
}

function replaced({ start, end }: SyntaxNode, kind: string, replacement: string): Mutation {
  return { kind, start, end, replacement }
}

function isText(node: SyntaxNode): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

function isRemovable(statement: SyntaxNode): boolean {
  const expression = childOf(statement, 'expression')
  const effect = expression.type === 'AwaitExpression' ? childOf(expression, 'argument') : expression
  if (!/^(Call|Assignment|Update)Expression$/.test(effect.type)) return false
  return effect.type !== 'CallExpression' || (childOf(effect, 'callee').type !== 'Super' && !isLogCall(effect))
}

/** Whether a text decides something; texts of errors, of the log and of documents only inform. */
function isLogic({ parents }: Place): boolean {
  return !parents.some(({ node }) => {
    if (node.type === 'NewExpression') return /Error$/.test(calledName(node))
    if (node.type === 'CallExpression') return isLogCall(node) || calledName(node) === 'describe'
    return node.type === 'Property' && /^(description|summary|example)$/.test(String(childOf(node, 'key').name))
  })
}

function isLogCall(call: SyntaxNode): boolean {
  const callee = childOf(call, 'callee')
  return callee.type === 'MemberExpression' && /^(log|console)$/.test(String(childOf(callee, 'object').name))
}
