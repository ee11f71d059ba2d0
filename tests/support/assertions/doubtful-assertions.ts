import type { ESTree } from 'vite'
import { asserts, fails, isAssertion } from './asserting-functions.ts'
import { suites } from './left-out.ts'
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
import { isSure, provedBy } from './sure-lists.ts'

type Loop =
  | ESTree.ForStatement
  | ESTree.ForInStatement
  | ESTree.ForOfStatement
  | ESTree.WhileStatement
  | ESTree.DoWhileStatement

/** Where the walk stands. */
interface Place {
  /** Why what stands here may not be reached; null when it is reached in every run. */
  doubt: string | null
  /** Lists whose length was asserted before. */
  proved: ReadonlySet<string>
}

/** Calls that only prepare a test: `test.each(table)`, `test.runIf(condition)`. */
const parts = new Set(['each', 'for', 'runIf', 'skipIf'])
const hooks = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach'])
/** Call what they are given, or fail; `execute` is a database's transaction. */
const callers = new Set(['eventually', 'until', 'waitFor', 'waitUntil', 'then', 'finally', 'execute'])
/** Call what they are given once for each element. */
const iterators = new Set(['map', 'forEach', 'flatMap', 'every', 'some', 'filter', 'find'])

/**
 * Finds the assertions that a passing test may never have reached, and the tests that have none.
 *
 * An assertion is sure when it stands in a test, a hook or a function, and nothing decides there whether it is reached:
 * no branch, no way out before it, no `catch`, and no callback but those of tests, waits and lists. A loop is sure when
 * its list is written out or when its length was asserted before. A test that states `expect.assertions(n)` counts for
 * itself and may put them anywhere.
 */
export function findDoubtfulAssertions(source: Source): Finding[] {
  const findings: Finding[] = []
  const found = (node: Node, what: string) => findings.push({ line: lineOf(source, node), what })

  function walk(node: Node, place: Place): void {
    if (place.doubt && isAssertion(node, source)) found(node, `an assertion ${place.doubt}`)
    if (isFunction(node)) walkBody(node, { ...place, doubt: null })
    else walkNode(node, place)
  }

  function walkNode(node: Node, place: Place): void {
    switch (node.type) {
      case 'Program':
      case 'BlockStatement':
        walkInOrder(node.body, place)
        return
      case 'SwitchCase':
        walkInOrder(node.consequent, place)
        return
      case 'IfStatement':
      case 'ConditionalExpression':
        walk(node.test, place)
        walk(node.consequent, doubting(place, 'in a branch', provedBy(node.test, source)))
        if (node.alternate) walk(node.alternate, doubting(place, 'in a branch'))
        return
      case 'SwitchStatement':
        for (const each of node.cases) walk(each, doubting(place, 'in a branch'))
        return
      case 'LogicalExpression':
        walk(node.left, place)
        walk(node.right, doubting(place, 'in a branch'))
        return
      case 'TryStatement':
        walk(node.block, node.handler ? doubting(place, 'whose failure may be caught') : place)
        if (node.handler) walk(node.handler.body, doubting(place, 'in a catch'))
        if (node.finalizer) walk(node.finalizer, place)
        return
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        walk(node.body, isSureLoop(node, place) ? place : doubting(place, 'in a loop that may not run'))
        return
      case 'CallExpression':
      case 'NewExpression':
        walkCall(node, place)
        return
    }
    for (const child of childrenOf(node)) walk(child, place)
  }

  /** What a statement asserts holds for those behind it; what ends the block early makes them doubtful. */
  function walkInOrder(statements: readonly Node[], place: Place): void {
    let here = place
    for (const statement of statements) {
      walk(statement, here)
      if (statement.type === 'ExpressionStatement') {
        here = { ...here, proved: new Set([...here.proved, ...provedBy(statement.expression, source)]) }
      }
      if (mayLeave(statement)) here = doubting(here, 'behind a way out')
    }
  }

  function walkBody(node: FunctionNode, place: Place): void {
    if (node.body) walk(node.body, place)
  }

  function walkCall(node: ESTree.CallExpression | ESTree.NewExpression, place: Place): void {
    walk(node.callee, place)
    const words = chainOf(node.callee)
    const isPart = bare(node.callee).type === 'MemberExpression' && parts.has(words.at(-1) ?? '')
    const isTest = suites.has(words[0] ?? '') && !isPart
    const isCounted = isTest && node.arguments.some((each) => isFunction(each) && countsAssertions(each))
    const table = isTest ? tableOf(node.callee) : null
    const isInTable = table !== null && !isSure(table, source, place.proved)
    if (isTest && words[0] !== 'describe') checkTest(node)
    for (const argument of node.arguments) {
      const isNamed = argument.type === 'Identifier' && asserts(argument.name, source)
      const inside = callsBack(node, place)
        ? doubting(place, isInTable ? 'in a table that may be empty' : null)
        : doubting(place, 'in a callback')
      if (isNamed && inside.doubt) found(argument, `an assertion ${inside.doubt}`)
      if (isCounted) continue
      if (isFunction(argument)) walkBody(argument, inside)
      else if (argument.type === 'ObjectExpression') walkObject(argument, inside)
      else walk(argument, place)
    }
  }

  /** Functions in an object that is handed over are callbacks too. */
  function walkObject(node: ESTree.ObjectExpression, place: Place): void {
    for (const each of node.properties) {
      if (each.type === 'Property' && isFunction(each.value)) {
        walkBody(each.value, doubting(place, 'in a callback'))
      } else walk(each, { ...place })
    }
  }

  function checkTest(node: ESTree.CallExpression | ESTree.NewExpression): void {
    const body = node.arguments.find((each) => isFunction(each) || each.type === 'Identifier')
    if (!body) return
    const search = (inner: Node): boolean => fails(inner, source) || childrenOf(inner).some(search)
    const isHelper = body.type === 'Identifier' && asserts(body.name, source)
    if (!isHelper && !search(body)) found(node, 'a test without an assertion')
  }

  function callsBack(node: ESTree.CallExpression | ESTree.NewExpression, place: Place): boolean {
    const words = chainOf(node.callee)
    const last = words.at(-1) ?? ''
    if (suites.has(words[0] ?? '') || hooks.has(words[0] ?? '') || words[0] === 'expect') return true
    if (callers.has(last)) return true
    const callee = bare(node.callee)
    if (words.join('.') === 'Array.from') return isSure(node, source, place.proved)
    return iterators.has(last) && callee.type === 'MemberExpression' && isSure(callee.object, source, place.proved)
  }

  function isSureLoop(node: Loop, place: Place): boolean {
    if (node.type === 'ForOfStatement' || node.type === 'ForInStatement')
      return isSure(node.right, source, place.proved)
    return node.type === 'DoWhileStatement' || (node.type === 'ForStatement' && isCountedUp(node, source))
  }

  walk(source.program, { doubt: null, proved: new Set() })
  return findings.sort((one, other) => one.line - other.line)
}

function doubting(place: Place, doubt: string | null, proved: readonly string[] = []): Place {
  return { doubt: place.doubt ?? doubt, proved: proved.length ? new Set([...place.proved, ...proved]) : place.proved }
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

/** Whether a statement may end what surrounds it, other than by throwing or by skipping the test. */
function mayLeave(statement: Node, isInLoop = false): boolean {
  if (isFunction(statement)) return false
  if (statement.type === 'ReturnStatement') {
    return statement.argument === null || chainOf(statement.argument).at(-1) !== 'skip'
  }
  if (statement.type === 'BreakStatement' || statement.type === 'ContinueStatement') return !isInLoop
  const inside = isInLoop || /^(For|While|DoWhile|Switch).*Statement$/.test(statement.type)
  return childrenOf(statement).some((each) => mayLeave(each, inside))
}

/** A number that is written out, or named by a `const` that is. */
function numberOf(node: Node | null | undefined, source: Source): number {
  const found = node?.type === 'Identifier' ? initializerOf(node.name, node, source) : node
  return found?.type === 'Literal' && typeof found.value === 'number' ? found.value : Number.NaN
}

/** `for (let n = 0; n < 3; n += 1)` with both numbers known. */
function isCountedUp({ init, test }: ESTree.ForStatement, source: Source): boolean {
  const start = init?.type === 'VariableDeclaration' ? init.declarations[0]?.init : null
  return test?.type === 'BinaryExpression' && numberOf(start, source) < numberOf(test.right, source)
}
