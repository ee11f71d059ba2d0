import { expect, test } from 'vitest'
import { mutantsOf } from './mutant.ts'

/** Every mutation of a query's SQL, as the resulting SQL. */
function changes(query: string): string[] {
  const source = `const query = sql<Row>\`${query}\``
  const mutants = mutantsOf('src/catalog/episode-rows.server.ts', source)
  return mutants.map(({ start, end, replacement }) =>
    (source.slice(0, start) + replacement + source.slice(end)).slice('const query = sql<Row>`'.length, -1),
  )
}

test('comparisons and the words that join them change', () => {
  expect(changes('where a = b and c < d')).toEqual([
    'where a <> b and c < d',
    'where a = b or c < d',
    'where a = b and c <= d',
    'where a = b and c >= d',
  ])
})

test('an assignment is not a comparison, also around a case', () => {
  expect(changes('set a = case when b = c then d end, e = f')).toEqual(['set a = case when b <> c then d end, e = f'])
})

test('the and of a between stays', () => {
  expect(changes('where a between b and c and d')).toEqual(['where a between b and c or d'])
})

test('sort orders are reversed, explicit or not', () => {
  expect(changes('order by a desc, f(b, c)')).toEqual(['order by a desc, f(b, c) desc', 'order by a asc, f(b, c)'])
  expect(changes('(select a order by b) as c')).toEqual(['(select a order by b desc) as c'])
})

test('a limit is removed, whether parameter or literal', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a template
  expect(changes('from a limit ${most}')).toEqual(['from a '])
  expect(changes('from a limit 1')).toEqual(['from a ', 'from a limit 2', 'from a limit 0'])
})

test('an on conflict clause is removed', () => {
  expect(changes('insert into a values (b) on conflict (c) do nothing returning d')).toEqual([
    'insert into a values (b)  returning d',
  ])
})

test('negations are reversed', () => {
  expect(changes('where a is null')).toEqual(['where a is not null'])
  expect(changes('where a is not distinct from b')).toEqual(['where a is distinct from b'])
  expect(changes('where not exists (select)')).toEqual(['where  exists (select)'])
})

test('names, texts, comments, casts and parameters stay', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a template
  expect(changes('-- 1 and 2\nselect "a or b", \'and\', data->>x, ${value}::text[]')).toEqual([])
  expect(changes('lock table a in share row exclusive mode')).toEqual([])
})
