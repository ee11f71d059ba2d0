import { expect, test } from 'vitest'
import { blankRow, type OwnRow } from '#app/own-episodes/own-row.ts'
import { hasMoved, ticksBetween, ticksInWords } from './live-ticks.ts'

const row = (id: string, views: number, likes = 0, comments = 0): OwnRow => ({
  ...blankRow(id),
  title: `Episode ${id}`,
  views,
  likes,
  comments,
})
const known = (...rows: OwnRow[]) => new Map(rows.map((each) => [each.id, each]))

test('views, likes and comments that are new tick, each with its episode', () => {
  const ticks = ticksBetween(known(row('a', 5, 1), row('b', 2)), [row('a', 5, 2), row('b', 4, 0, 1)])
  expect(ticks).toEqual({
    views: { added: 2, title: 'Episode b, just now' },
    likes: { added: 1, title: 'Episode a, just now' },
    comments: { added: 1, title: 'Episode b, just now' },
  })
  expect(ticksInWords(ticks)).toBe(
    '2 more views: Episode b, just now; 1 more like: Episode a, just now; 1 more comment: Episode b, just now',
  )
})

test('those of several episodes tick together', () => {
  const ticks = ticksBetween(known(row('a', 5), row('b', 2)), [row('a', 6), row('b', 4)])
  expect(ticks).toEqual({ views: { added: 3, title: '2 episodes, just now' } })
})

test('what is taken back moves the figures and does not tick, and neither does a new episode', () => {
  const before = known(row('a', 5, 2))
  expect(ticksBetween(before, [row('a', 5, 1), row('new', 9)])).toEqual({})
  expect(hasMoved(before, [row('a', 5, 1)])).toBe(true)
  expect(hasMoved(before, [row('a', 5, 2), row('new', 0)])).toBe(true)
  expect(hasMoved(before, [row('a', 5, 2)])).toBe(false)
})
