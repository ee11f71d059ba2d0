import { callsOneOf, namesWith, waits } from './asserting-functions.ts'
import { suites } from './skipped-tests.ts'
import { chainOf, childrenOf, type Finding, isFunction, lineOf, type Node, type Source, textOf } from './source.ts'

/** Reads that do not wait for an element to be there, and requests past the browser. */
const readsAtOnce = new Set([
  ...['count', 'isVisible', 'isHidden', 'all', 'allInnerTexts', 'allTextContents', 'evaluateAll', 'url'],
  ...['call', 'fetch', 'query', 'queryDatabase'],
])
/** Reads that wait for their element, which may be the one of the page before. */
const readsOfElements = new Set([
  ...['textContent', 'innerText', 'innerHTML', 'inputValue', 'getAttribute', 'evaluate', 'boundingBox'],
  ...['isChecked', 'isDisabled', 'isEnabled'],
])
const loads = new Set(['goto', 'open', 'reload', 'goBack', 'goForward'])
const readers = new WeakMap<Source, Set<string>>()
const elementReaders = new WeakMap<Source, Set<string>>()

/**
 * Finds assertions directly after a click, or after the Enter key, on what is read before the page or the server can have
 * followed: `expect(await list.count())`. With scripts, a read that waits for its element is a wait; on a page without
 * them, where a click loads another page, it may find the element of the old one.
 */
export function findReadsAfterClicks(source: Source): Finding[] {
  if (!/\.(click|press)\(/.test(source.text)) return []
  const scriptless = namesWithoutScripts(source)
  const findings: Finding[] = []
  const search = (node: Node, hasScripts: boolean): void => {
    const scripted = isTest(node) ? !scriptless.test(textOf(source, node)) : hasScripts
    if (node.type === 'BlockStatement') findings.push(...findIn(node.body, scripted, source))
    for (const child of childrenOf(node)) search(child, scripted)
  }
  search(source.program, true)
  return findings
}

function findIn(statements: readonly Node[], hasScripts: boolean, source: Source): Finding[] {
  const findings: Finding[] = []
  const isWait = (node: Node) => waits(node, source) || isCallOf(node, loads)
  let hasClicked = false
  for (const statement of statements) {
    if (!isAssertion(statement))
      hasClicked = holds(statement, (node) => isClick(node, source)) && !holds(statement, isWait)
    if (!hasClicked || !isAssertion(statement)) continue
    const isSettled = holds(statement, isWait) || (hasScripts && holds(statement, (node) => readsElement(node, source)))
    if (isSettled) hasClicked = false
    else if (holds(statement, (node) => readsPage(node, source) || readsElement(node, source))) {
      findings.push({ line: lineOf(source, statement), what: 'a read directly after a click' })
      hasClicked = false
    }
  }
  return findings
}

/** Whether a node or one within it is such a node; code in a function runs later. */
function holds(node: Node, isOne: (node: Node) => boolean): boolean {
  return isOne(node) || childrenOf(node).some((child) => !isFunction(child) && holds(child, isOne))
}

const isAssertion = (node: Node) => node.type === 'ExpressionStatement' && chainOf(node.expression)[0] === 'expect'

function isCallOf(node: Node, names: ReadonlySet<string>): boolean {
  return node.type === 'CallExpression' && names.has(chainOf(node.callee).at(-1) ?? '')
}

/** A `summary` opens in place. */
function isClick(node: Node, source: Source): boolean {
  if (node.type !== 'CallExpression' || textOf(source, node.callee).includes('summary')) return false
  const method = chainOf(node.callee).at(-1)
  return method === 'click' || (method === 'press' && textOf(source, node).includes("'Enter'"))
}

const isRead = (node: Node) => isCallOf(node, readsAtOnce)
const isReadOfElement = (node: Node) => isCallOf(node, readsOfElements)
const readsPage = (node: Node, source: Source) => isRead(node) || callsOneOf(node, namesWith(isRead, readers, source))
const readsElement = (node: Node, source: Source) =>
  isReadOfElement(node) || callsOneOf(node, namesWith(isReadOfElement, elementReaders, source))

const isTest = (node: Node) => node.type === 'CallExpression' && suites.has(chainOf(node.callee)[0] ?? '')

/** Matches a test that opens a page without scripts, itself or by a name of its file. */
function namesWithoutScripts(source: Source): RegExp {
  const opens = (node: Node | null) => node !== null && textOf(source, node).includes('javaScriptEnabled: false')
  const values = [...source.values].filter(([, all]) =>
    all.some(({ init, scope }) => scope === source.program && opens(init)),
  )
  const functions = [...source.functions].filter(([, all]) => all.some(opens))
  const names = [...values, ...functions].map(([name]) => `\\b${name}\\b`)
  return new RegExp(['javaScriptEnabled', ...names].join('|'))
}
