import { ArchiveProblem } from './archive-problem.ts'
import { DEPTH_MAX, VALUE_MAX_BYTES } from './export-format.ts'

/** A value of a document. */
export interface ScannedValue {
  /** The names of the members that lead to it: `['episodes']`, `['library', 'history']`. */
  path: readonly string[]
  /** Whether it is an item of the list at this path. */
  isItem: boolean
  value: unknown
}

/** A list or object whose values are reported one by one. */
interface Opened {
  isList: boolean
  path: readonly string[]
  expects: 'first' | 'key' | 'colon' | 'value' | 'comma'
}

/** A value, or the name of a member, whose end has not come yet. */
interface Begun {
  isKey: boolean
  /** Literals and numbers end before the next sign, strings and containers with their last one. */
  isBare: boolean
  depth: number
  isInString: boolean
  isEscaped: boolean
  parts: Buffer[]
  bytes: number
}

const sign = Object.fromEntries([...'{}[]":,\\'].map((each) => [each, each.charCodeAt(0)])) as Record<string, number>
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * Reads a JSON document in pieces, so that its size costs no memory: the members of the document, the members of objects in it, and
 * the items of their lists are reported as they come, each parsed alone.
 *
 * @param report called for each value, in the order of the document
 * @throws ArchiveProblem document_unreadable, document_too_large (one value)
 */
export function createDocumentScanner(report: (value: ScannedValue) => void) {
  const stack: Opened[] = []
  let begun: Begun | null = null
  let hasStarted = false

  function unreadable(cause?: unknown): ArchiveProblem {
    return new ArchiveProblem('document_unreadable', { cause })
  }

  /** Values of the document and of objects in it are opened, and so are lists in these objects. */
  function mayOpen(parent: Opened, code: number): boolean {
    if (parent.isList) return false
    return stack.length === 1 || (stack.length === 2 && code === sign['['])
  }

  function begin(code: number, isKey: boolean): void {
    const isContainer = code === sign['['] || code === sign['{']
    const isInString = code === sign['"']
    const depth = Number(isContainer)
    begun = { isKey, isBare: !isContainer && !isInString, depth, isInString, isEscaped: false, parts: [], bytes: 0 }
    if (stack.length + depth > DEPTH_MAX) throw unreadable()
  }

  function beginValue(parent: Opened, code: number): boolean {
    if (!mayOpen(parent, code) || (code !== sign['['] && code !== sign['{'])) {
      begin(code, false)
      return true
    }
    parent.expects = 'comma'
    stack.push({ isList: code === sign['['], path: parent.path, expects: 'first' })
    return false
  }

  function finish(value: Begun): void {
    begun = null
    const top = stack.at(-1)!
    let parsed: unknown
    try {
      parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(value.parts)))
    } catch (error) {
      throw unreadable(error)
    }
    if (value.isKey) {
      top.path = [...top.path.slice(0, stack.length - 1), String(parsed)]
      top.expects = 'colon'
    } else {
      top.expects = 'comma'
      report({ path: top.path, isItem: top.isList, value: parsed })
    }
  }

  /** @returns whether the value has its last byte here */
  function endsWith(value: Begun, code: number): boolean {
    if (value.isInString) {
      if (value.isEscaped) value.isEscaped = false
      else if (code === sign['\\']) value.isEscaped = true
      else if (code === sign['"']) value.isInString = false
      return !value.isInString && value.depth === 0
    }
    if (code === sign['"']) value.isInString = true
    else if (code === sign['['] || code === sign['{']) value.depth += 1
    else if (code === sign[']'] || code === sign['}']) value.depth -= 1
    if (stack.length + value.depth > DEPTH_MAX) throw unreadable()
    return value.depth === 0
  }

  function append(value: Begun, piece: Buffer): void {
    value.parts.push(piece)
    value.bytes += piece.length
    if (value.bytes > VALUE_MAX_BYTES) throw new ArchiveProblem('document_too_large')
  }

  /** Takes a value on from a position. @returns the position behind the bytes of the value */
  function goOn(value: Begun, piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const code = piece[at]!
      const isOver = value.isBare
        ? blanks.has(code) || code === sign[','] || code === sign[']'] || code === sign['}']
        : endsWith(value, code)
      if (!isOver) continue
      const end = value.isBare ? at : at + 1
      append(value, piece.subarray(from, end))
      finish(value)
      return end
    }
    append(value, piece.subarray(from))
    return piece.length
  }

  /** Takes a sign between values. @returns whether a value or a name begins with it */
  function step(code: number): boolean {
    const top = stack.at(-1)
    if (!top) {
      if (hasStarted || code !== sign['{']) throw unreadable()
      hasStarted = true
      stack.push({ isList: false, path: [], expects: 'first' })
      return false
    }
    const isEnd = code === (top.isList ? sign[']'] : sign['}'])
    if (isEnd && (top.expects === 'first' || top.expects === 'comma')) {
      stack.pop()
      return false
    }
    if (top.expects === 'comma' && code === sign[',']) {
      top.expects = top.isList ? 'value' : 'key'
      return false
    }
    if (top.expects === 'colon' && code === sign[':']) {
      top.expects = 'value'
      return false
    }
    if (top.expects === 'value' || (top.expects === 'first' && top.isList)) return beginValue(top, code)
    if (code !== sign['"'] || (top.expects !== 'key' && top.expects !== 'first')) throw unreadable()
    begin(code, true)
    return true
  }

  return {
    write(piece: Buffer): void {
      for (let at = 0; at < piece.length; ) {
        if (begun) {
          at = goOn(begun, piece, at)
        } else if (blanks.has(piece[at]!)) {
          at += 1
        } else if (step(piece[at]!)) {
          append(begun!, piece.subarray(at, at + 1))
          at += 1
        } else {
          at += 1
        }
      }
    },
    end(): void {
      if (!hasStarted || stack.length > 0) throw unreadable()
    },
  }
}
