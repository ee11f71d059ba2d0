import type { ESTree } from 'vite'
import { asserts, fails, isAssertion } from './asserting-functions.ts'
import { isNonEmpty, provedBy } from './non-empty-lists.ts'
import { suites } from './skipped-tests.ts'
import {
  bare,
  chainOf,
  childrenOf,
  type Finding,
  type FunctionNode,
  initializerOf,
  isFunction,
  lineOf,
  type Node,
  type Source,
} from './source.ts'

type Loop =
  | ESTree.ForStatement
  | ESTree.ForInStatement
  | ESTree.ForOfStatement
  | ESTree.WhileStatement
  | ESTree.DoWhileStatement

/** State of the walk. */
interface WalkState {
  /** Why the node may not be reached; null when it is reached in every run. */
  reason: string | null
  /** Lists whose length was asserted before. */
  proved: ReadonlySet<string>
}

/** Calls that only prepare a test: `test.each(table)`, `test.runIf(condition)`. */
const modifiers = new Set(['each', 'for', 'runIf', 'skipIf'])
const hooks = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
/** Functions that call their callback, or fail. */
const callers = new Set(['eventually', 'until', 'waitFor', 'waitUntil', 'then', 'finally', 'transact'])
/** Methods that call their callback once for each element. */
const iterators = new Set(['map', 'forEach', 'flatMap', 'every', 'some', 'filter', 'find'])

/**
 * Finds the assertions that a passing test may never have reached, and the tests that have none.
 *
 * An assertion is sure when it is in a test, a hook or a function, and always reached there: no branch, no early exit,
 * no `catch`, and no callback except those of tests, waits and lists. A loop is sure when its list is a literal or its
 * length was asserted before. A test with `expect.assertions(n)` counts its own assertions and may put them anywhere.
 */
export function findConditionalAssertions(source: Source): Finding[] {
  const findings: Finding[] = []
  const report = (node: Node, what: string) => findings.push({ line: lineOf(source, node), what })

  function walk(node: Node, state: WalkState): void {
    if (state.reason && isAssertion(node, source)) report(node, `an assertion ${state.reason}`)
    if (isFunction(node)) walkBody(node, { ...state, reason: null })
    else walkNode(node, state)
  }

  function walkNode(node: Node, state: WalkState): void {
    switch (node.type) {
      case 'Program':
      case 'BlockStatement':
        walkInOrder(node.body, state)
        return
      case 'SwitchCase':
        walkInOrder(node.consequent, state)
        return
      case 'IfStatement':
      case 'ConditionalExpression':
        walk(node.test, state)
        walk(node.consequent, withReason(state, 'in a branch', provedBy(node.test, source)))
        if (node.alternate) walk(node.alternate, withReason(state, 'in a branch'))
        return
      case 'SwitchStatement':
        for (const each of node.cases) walk(each, withReason(state, 'in a branch'))
        return
      case 'LogicalExpression':
        walk(node.left, state)
        walk(node.right, withReason(state, 'in a branch'))
        return
      case 'TryStatement':
        walk(node.block, node.handler ? withReason(state, 'whose failure may be caught') : state)
        if (node.handler) walk(node.handler.body, withReason(state, 'in a catch'))
        if (node.finalizer) walk(node.finalizer, state)
        return
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        walk(node.body, isLoopThatRuns(node, state) ? state : withReason(state, 'in a loop that may not run'))
        return
      case 'CallExpression':
      case 'NewExpression':
        walkCall(node, state)
        return
    }
    for (const child of childrenOf(node)) walk(child, state)
  }

  /** An asserted length holds for the statements that follow; an early exit makes them doubtful. */
  function walkInOrder(statements: readonly Node[], state: WalkState): void {
    let current = state
    for (const statement of statements) {
      walk(statement, current)
      if (statement.type === 'ExpressionStatement') {
        current = { ...current, proved: new Set([...current.proved, ...provedBy(statement.expression, source)]) }
      }
      if (mayExit(statement)) current = withReason(current, 'behind a way out')
    }
  }

  function walkBody(node: FunctionNode, state: WalkState): void {
    if (node.body) walk(node.body, state)
  }

  function walkCall(node: ESTree.CallExpression | ESTree.NewExpression, state: WalkState): void {
    walk(node.callee, state)
    const chain = chainOf(node.callee)
    const isModifier = bare(node.callee).type === 'MemberExpression' && modifiers.has(chain.at(-1) ?? '')
    const isTest = suites.has(chain[0] ?? '') && !isModifier
    const isCounted = isTest && node.arguments.some((each) => isFunction(each) && countsAssertions(each))
    const table = isTest ? tableOf(node.callee) : null
    const isInTable = table !== null && !isNonEmpty(table, source, state.proved)
    if (isTest && chain[0] !== 'describe') checkTest(node)
    for (const argument of node.arguments) {
      const isNamed = argument.type === 'Identifier' && asserts(argument.name, source)
      const inside = callsBack(node, state)
        ? withReason(state, isInTable ? 'in a table that may be empty' : null)
        : withReason(state, 'in a callback')
      if (isNamed && inside.reason) report(argument, `an assertion ${inside.reason}`)
      if (isCounted) continue
      if (isFunction(argument)) walkBody(argument, inside)
      else if (argument.type === 'ObjectExpression') walkObject(argument, inside)
      else walk(argument, state)
    }
  }

  /** Functions in an object argument are callbacks too. */
  function walkObject(node: ESTree.ObjectExpression, state: WalkState): void {
    for (const each of node.properties) {
      if (each.type === 'Property' && isFunction(each.value)) {
        walkBody(each.value, withReason(state, 'in a callback'))
      } else walk(each, { ...state })
    }
  }

  function checkTest(node: ESTree.CallExpression | ESTree.NewExpression): void {
    const body = node.arguments.find((each) => isFunction(each) || each.type === 'Identifier')
    if (!body) return
    const search = (inner: Node): boolean => fails(inner, source) || childrenOf(inner).some(search)
    const isHelper = body.type === 'Identifier' && asserts(body.name, source)
    if (!isHelper && !search(body)) report(node, 'a test without an assertion')
  }

  function callsBack(node: ESTree.CallExpression | ESTree.NewExpression, state: WalkState): boolean {
    const chain = chainOf(node.callee)
    const last = chain.at(-1) ?? ''
    if (suites.has(chain[0] ?? '') || hooks.has(chain[0] ?? '') || chain[0] === 'expect') return true
    if (callers.has(last)) return true
    const callee = bare(node.callee)
    if (chain.join('.') === 'Array.from') return isNonEmpty(node, source, state.proved)
    return iterators.has(last) && callee.type === 'MemberExpression' && isNonEmpty(callee.object, source, state.proved)
  }

  function isLoopThatRuns(node: Loop, state: WalkState): boolean {
    if (node.type === 'ForOfStatement' || node.type === 'ForInStatement')
      return isNonEmpty(node.right, source, state.proved)
    return node.type === 'DoWhileStatement' || (node.type === 'ForStatement' && isCountedUp(node, source))
  }

  walk(source.program, { reason: null, proved: new Set() })
  return findings.sort((one, other) => one.line - other.line)
}

function withReason(state: WalkState, reason: string | null, proved: readonly string[] = []): WalkState {
  return {
    reason: state.reason ?? reason,
    proved: proved.length ? new Set([...state.proved, ...proved]) : state.proved,
  }
}

/** The list in `test.each(list)('…', …)`. */
function tableOf(callee: Node): Node | null {
  const node = bare(callee)
  if (node.type !== 'CallExpression' || !['each', 'for'].includes(chainOf(node).at(-1) ?? '')) return null
  return node.arguments[0] ?? null
}

function countsAssertions(test: FunctionNode): boolean {
  const statements = test.body?.type === 'BlockStatement' ? test.body.body : []
  return statements.some(
    (each) => each.type === 'ExpressionStatement' && chainOf(each.expression).join('.') === 'expect.assertions',
  )
}

/** Whether a statement may leave its block, except by throwing or by skipping the test. */
function mayExit(statement: Node, isInLoop = false): boolean {
  if (isFunction(statement)) return false
  if (statement.type === 'ReturnStatement') {
    return statement.argument === null || chainOf(statement.argument).at(-1) !== 'skip'
  }
  if (statement.type === 'BreakStatement' || statement.type === 'ContinueStatement') return !isInLoop
  const inside = isInLoop || /^(For|While|DoWhile|Switch).*Statement$/.test(statement.type)
  return childrenOf(statement).some((each) => mayExit(each, inside))
}

/** A literal number, or that of a `const`; NaN otherwise. */
function numberOf(node: Node | null | undefined, source: Source): number {
  const found = node?.type === 'Identifier' ? initializerOf(node.name, node, source) : node
  return found?.type === 'Literal' && typeof found.value === 'number' ? found.value : Number.NaN
}

/** `for (let n = 0; n < 3; n += 1)` with both numbers known. */
function isCountedUp({ init, test }: ESTree.ForStatement, source: Source): boolean {
  const start = init?.type === 'VariableDeclaration' ? init.declarations[0]?.init : null
  return test?.type === 'BinaryExpression' && numberOf(start, source) < numberOf(test.right, source)
}
