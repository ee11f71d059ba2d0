import { expect, test } from 'vitest'
import { placeBeside } from './beside.ts'

const line = (key: number, from: number, to: number) => ({ key, from, to, text: '', style: '', source: null })

test('a line of another text stands beside the one that is shown longest with it', () => {
  const lines = [line(1, 1, 3), line(2, 3, 6), line(3, 10, 12)]
  const { texts, alone } = placeBeside(lines, [
    { from: 1, to: 2, text: 'a' },
    { from: 2, to: 5, text: 'b' },
    { from: 5, to: 5.5, text: 'c' },
    { from: 7, to: 8, text: 'd' },
    { from: 12, to: 13, text: 'e' },
  ])
  expect([...texts]).toEqual([
    [1, 'a'],
    [2, 'b\nc'],
  ])
  expect(alone.map(({ text }) => text)).toEqual(['d', 'e'])
})
