import { expect, test } from 'vitest'
import { moveRow } from '#app/ui/move-row.ts'
import { type EditRow, editRowsOf, numberAt, readOrder, seriesListOf, withArc, writeOrder } from './list-order.ts'

const parts = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, number: at + 1 }))
const arcs = [
  { title: 'Departures', from: 1, to: 2 },
  { title: 'Terminus', from: 4, to: 4 },
]
const episode = (key: string): EditRow => ({ kind: 'episode', key })

test('the lines of a series describe the same series', () => {
  const rows = editRowsOf(parts, arcs)
  expect(rows.map((row) => (row.kind === 'arc' ? `# ${row.title}` : row.key))).toEqual([
    '# Departures',
    'a',
    'b',
    '# ',
    'c',
    '# Terminus',
    'd',
  ])
  expect(seriesListOf(rows)).toEqual({ episodeIds: ['a', 'b', 'c', 'd'], arcs })
})

test('episodes before the first arc have none, and an arc without episodes is left out', () => {
  expect(seriesListOf(withArc([episode('a')]))).toEqual({ episodeIds: ['a'], arcs: [] })
  expect(editRowsOf(parts.slice(0, 1), [])).toEqual([episode('a')])
})

test('a move over a heading changes the arc and not the number', () => {
  const rows = editRowsOf(parts.slice(0, 3), [{ title: 'Night', from: 3, to: 3 }])
  const at = rows.findIndex(({ key }) => key === 'c')
  const moved = moveRow(rows, at, at - 1)
  expect([numberAt(rows, at), numberAt(moved, at - 1)]).toEqual([3, 3])
  expect(seriesListOf(moved).arcs).toEqual([])
})

test('a form carries the order, and the titles of arcs in fields of their own', () => {
  const rows = editRowsOf(parts, arcs)
  const titles = new Map(rows.flatMap((row) => (row.kind === 'arc' ? [[row.key, row.title] as const] : [])))
  expect(readOrder(writeOrder(rows), (key) => titles.get(key) ?? '')).toEqual(rows)
  expect(readOrder('', () => null)).toEqual([])
})

test.each(['nonsense', 'other x', 'episode', 'episode a\nother x', 'arc untitled'])('%j is not a list', (order) => {
  expect(readOrder(order, () => null)).toBeNull()
})

test('a new arc has a key of its own', () => {
  const twice = withArc(withArc([]))
  expect(new Set(twice.map(({ key }) => key)).size).toBe(2)
})
