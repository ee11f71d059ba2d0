import type { Mutation } from './mutant.ts'
import { calledName, childOf, type NodePath, type SyntaxNode } from './syntax.ts'

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

/** Mutations of one code node. None for texts that no program depends on: errors, logs and documentation. */
export function codeMutations(path: NodePath, source: string, { strings }: { strings: boolean }): Mutation[] {
  return [...forced(path), ...changed(path, source, strings)]
}

/** A condition that always or never holds. */
function forced({ node, key, parents }: NodePath): Mutation[] {
  if (key !== 'test' || node.type === 'Literal') return []
  // A loop forced to true never ends.
  const isLoop = /^(While|DoWhile|For)Statement$/.test(parents[0]?.node.type ?? '')
  const isCase = parents[0]?.node.type === 'SwitchCase'
  return isCase ? [] : (isLoop ? ['false'] : ['true', 'false']).map((value) => replaced(node, 'condition', value))
}

function changed(path: NodePath, source: string, strings: boolean): Mutation[] {
  const { node } = path
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return changedOperator(node, source)
    case 'UnaryExpression': {
      const isSign = node.operator === '!' || (node.operator === '-' && childOf(node, 'argument').type !== 'Literal')
      return isSign ? [{ kind: 'negation', start: node.start, end: node.start + 1, replacement: '' }] : []
    }
    case 'Literal':
      return changedLiteral(path, strings)
    case 'TemplateLiteral':
      return strings && path.key !== 'quasi' && isLogic(path) ? [replaced(node, 'text', "''")] : []
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

function changedLiteral(path: NodePath, strings: boolean): Mutation[] {
  const { node, key, parents } = path
  if (key === 'key' || parents[0]?.node.type === 'ExpressionStatement') return []
  const { value } = node
  if (typeof value === 'boolean') return [replaced(node, 'boolean', String(!value))]
  if (typeof value === 'number')
    return [value + 1, value - 1].map((near) => replaced(node, 'number', near < 0 ? `(${near})` : String(near)))
  return strings && typeof value === 'string' && value !== '' && isLogic(path) ? [replaced(node, 'text', "''")] : []
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

/** Whether a text affects behaviour; texts of errors, logs and documentation do not. */
function isLogic({ parents }: NodePath): boolean {
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
