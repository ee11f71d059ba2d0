import { expect, test } from 'vitest'
import { instrumentedSource, mutantsOf, mutatedSource } from './mutant.ts'

/** Every mutation of a module, as the resulting source. */
function changes(source: string, file = 'src/catalog/rules.ts'): string[] {
  return mutantsOf(file, source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  )
}

test('a comparison changes to its neighbour and to its opposite', () => {
  expect(changes('const is = (a: number, b: number) => a < b')).toEqual([
    'const is = (a: number, b: number) => a <= b',
    'const is = (a: number, b: number) => a >= b',
  ])
})

test('a condition always or never holds, and a loop never begins', () => {
  expect(changes('if (a) b')).toEqual(['if (true) b', 'if (false) b'])
  expect(changes('while (a) b')).toEqual(['while (false) b'])
})

test('a number goes up and down by one, also below zero', () => {
  expect(changes('const most = 0')).toEqual(['const most = 1', 'const most = (-1)'])
})

test('both sides of ?? stay together', () => {
  expect(changes('const a = b ?? c ?? d')).toEqual(['const a = ((b ?? c) && (d))', 'const a = ((b) && (c)) ?? d'])
})

test('a call whose value is not used is removed', () => {
  expect(changes('if (a) b()')).toContain('if (a) {}')
  expect(changes('await b()')).toEqual(['{}'])
})

test('texts are emptied where they affect behaviour', () => {
  expect(changes("const is = a === 'one'")).toContain("const is = a === ''")
  expect(changes("throw new Error('one')")).toEqual([])
  expect(changes("log.warn({ a }, 'one')")).toEqual([])
  expect(changes("import { a } from './a.ts'\nexport { b } from './b.ts'")).toEqual([])
})

test('types and field names do not change', () => {
  expect(changes("type A = 'one' | 2\ninterface B { c: 3 }\nconst d: 4 | 'five' = e as 6")).toEqual([])
  expect(changes("const a = { 'one': b }")).toEqual([])
})

test('row modules keep their texts, and lose parts of their queries', () => {
  const source = "const query = db.selectFrom('likes').where('uid', '=', uid).orderBy('at', 'desc').limit(1)"
  expect(changes(source, 'src/engagement/like-rows.server.ts')).toEqual([
    "const query = db.selectFrom('likes').where('uid', '=', uid).orderBy('at', 'desc')",
    "const query = db.selectFrom('likes').where('uid', '=', uid).limit(1)",
    "const query = db.selectFrom('likes').where('uid', '=', uid).orderBy('at').limit(1)",
    "const query = db.selectFrom('likes').orderBy('at', 'desc').limit(1)",
    "const query = db.selectFrom('likes').where('uid', '!=', uid).orderBy('at', 'desc').limit(1)",
    "const query = db.selectFrom('likes').where('uid', '=', uid).orderBy('at', 'desc').limit(2)",
    "const query = db.selectFrom('likes').where('uid', '=', uid).orderBy('at', 'desc').limit(0)",
  ])
})

test('every mutant records that it has run', () => {
  const source = 'const is = (a: number) => a > most'
  const [mutant] = mutantsOf('src/catalog/rules.ts', source)
  expect(mutatedSource(source, mutant!, 'note(1)')).toBe('const is = (a: number) => (note(1), a >= most)')
})

test('marks may be nested', () => {
  const source = 'if (a < b && c) d()'
  const withMarks = mutantsOf('src/catalog/rules.ts', source).map((mutant, number) => ({
    mutant,
    mark: `note(${number})`,
  }))
  const [first, , and, less] = withMarks
  expect(instrumentedSource(source, [less!, first!])).toBe('if ((note(0), (note(3), a < b) && c)) d()')
  expect(instrumentedSource(source, [and!, withMarks.at(-1)!])).toBe('if ((note(2), a < b && c)) { note(5); d() }')
})

test('a call keeps its receiver', () => {
  const source = 'const a = b[0].c()'
  const [mutant] = mutantsOf('src/catalog/rules.ts', source)
  expect(mutatedSource(source, mutant!, 'note(1)')).toBe('const a = b[(note(1), 1)].c()')
})
