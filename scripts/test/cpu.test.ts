import { expect, test } from 'vitest'
import { cpuLines, tooDear } from './cpu.ts'

const file = (name: string, tests: number) => ({ file: name, tests, browsers: 0, programs: 0, ended: 1 })
const recorded = [
  file('src/video/a.video.test.ts', 3),
  { ...file('tests/screens/b.spec.ts', 20), browsers: 10 },
  file('tests/crash/c.slow.test.ts', 100),
  { ...file('PostgreSQL', 4), ended: 50 },
]

test('lists the dearest files first, then the sums by suite and by process', () => {
  expect(cpuLines(recorded)).toEqual([
    'Dearest files by CPU time:',
    '  101.0 s  tests/crash/c.slow.test.ts',
    '   31.0 s  tests/screens/b.spec.ts',
    '    4.0 s  src/video/a.video.test.ts',
    'CPU time: all 190 s, rooms 0 s, video 4 s, screens 31 s, slow 101 s',
    'CPU time by process: tests 123 s, browsers 10 s, PostgreSQL 54 s, media tools and others that ended 3 s, other programs 0 s',
  ])
})

test('says nothing where nothing was recorded', () => {
  expect(cpuLines([])).toEqual([])
})

test('a quick file of more than 30 s fails, unless it is an exception; a slow one and PostgreSQL do not', () => {
  expect(tooDear(recorded, []).map((line) => line.split(':')[0])).toEqual(['✗ tests/screens/b.spec.ts'])
  expect(tooDear(recorded, ['tests/screens/b.spec.ts'])).toEqual([])
})

test('where a whole run takes more seconds for the same work, a fiftieth of it is the limit', () => {
  const others = Array.from({ length: 50 }, (_, index) => file(`tests/screens/other-${index}.spec.ts`, 39))
  expect(tooDear([...others, file('tests/screens/b.spec.ts', 39)], [])).toEqual([])
  const dear = tooDear([...others, file('tests/screens/b.spec.ts', 49)], [])
  expect(dear).toEqual([expect.stringContaining('takes 50.0 s of CPU time, and a quick file may take 41:')])
})
