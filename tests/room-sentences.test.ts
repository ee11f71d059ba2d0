import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childrenOf, lineOf, type Node, parseSource, readSource, type Source } from './support/assertions/source.ts'

// Rooms answer with codes; the words that people read are in app/messages. Errors, descriptions of the API and the operator's
// log are not for them.

const rooms =
  '{identity,creators,video,catalog,subtitles,series,engagement,library,community,administration,moderation}'
const files = globSync(`src/${rooms}/**/*.ts`, { cwd: join(import.meta.dirname, '..') })
  .filter((file) => !file.includes('.test.'))
  .sort()

/** A capital and three words: 'No activity yet', `More from ${name}`. Names of roles and headers are shorter. */
const SENTENCE = /^[A-Z][a-z]*('[a-z]+)? \S+ \S/
const exempt = new Set([
  // Stored: a genre, and a step as an earlier version wrote it.
  'Slice of Life',
  'Waiting for the server',
  // Read from ffmpeg's log.
  'No space left on device',
  'Disk quota exceeded',
  'Too many open files',
  'Estimating duration from bitrate',
  // Part of a line of the log.
  'Hoshi does not run as root',
  // Names of codecs.
  'Canon Cinema RAW Light',
  'Advanced Professional Video (APV)',
  'Apple Positional Audio (APAC)',
  'Immersive Audio (IAMF)',
  // better-auth's own response, for its clients.
  'If this email exists in our system, check your email for the reset link',
])
const loggers = new Set(['info', 'warn', 'error', 'debug', 'report'])

/** The sentences of a file, each with its line. */
function sentencesOf(source: Source): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (isForOperators(node)) return
    const text = textOf(node)
    if (text !== null && SENTENCE.test(text) && !exempt.has(text))
      found.push(`${source.path}:${lineOf(source, node)} ${text}`)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(source.program)
  return found
}

/** `new SomeError('…')` and its `super('…')`, `schema.describe('…')`, `{ apiDescription: '…' }`, `log.info('…')`, types. */
function isForOperators(node: Node): boolean {
  if (node.type === 'NewExpression') return node.callee.type === 'Identifier' && /Error$/.test(node.callee.name)
  if (node.type.startsWith('TS') && node.type.endsWith('Type')) return true
  if (node.type === 'Property')
    return node.key.type === 'Identifier' && /^api(Description|Example)$/.test(node.key.name)
  if (node.type !== 'CallExpression') return false
  if (node.callee.type === 'Super') return true
  if (node.callee.type !== 'MemberExpression') return false
  const { property } = node.callee
  return property.type === 'Identifier' && (property.name === 'describe' || loggers.has(property.name))
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('…') : null
}

test('no room has a sentence that people read', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap((file) => sentencesOf(readSource(file)))).toEqual([])
})

test.each([
  ["export const reasons = { empty_file: 'The file is empty.' }", 1],
  ["export const caption = (recent: number) => (recent === 0 ? 'No activity yet' : 'New')", 1],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
  ['export const text = (name: string) => `${name} follows`, other = `More from ${name}`', 1],
  ["throw new Error('The file is empty.')", 0],
  ["log.info({ uid }, 'The file is empty.'); z.string().describe('The same as a sentence')", 0],
  ["const field = { apiDescription: 'Whether people may comment', apiExample: 'A boy folds a boat.' }", 0],
  ["const field = { description: 'Whether people may comment' }", 1],
  ["const type = 'Content-Type', query = 'select one from two'", 0],
])('%s', (text, count) => {
  expect(sentencesOf(parseSource('example.ts', text))).toHaveLength(count)
})
