import type { Mutant } from './mutant.ts'
import { readSource, roomOf, rooms } from './sources.ts'
import type { TrialResult } from './trial.ts'

export interface Result extends Pick<Mutant, 'file' | 'line' | 'kind' | 'start' | 'end' | 'replacement'> {
  /** The whole line, and the same line with the mutant in it. */
  original: string
  mutated: string
  fate: TrialResult['fate']
  by: string | null
  /** Files whose tests ran, the number of those tests, and of all that reach the mutant. */
  tests: string[]
  testCount: number
  testCountOfAll: number
}

export interface Report {
  seed: number
  count: number
  results: Result[]
}

export interface Share {
  killed: number
  timeout: number
  survived: number
  /** 0 to 100; killed by the limit counts as killed. */
  percent: number
}

/** @param before result of an earlier stage, from other tests */
export function resultOf(mutant: Mutant, { fate, by, selection }: TrialResult, before?: Result): Result {
  const { file, line, kind, start, end, replacement } = mutant
  return {
    file,
    line,
    kind,
    start,
    end,
    replacement,
    fate,
    by,
    ...linesOf(readSource(file), mutant),
    tests: [...(before?.tests ?? []), ...selection.tests.map((each) => each.file)],
    testCount: (before?.testCount ?? 0) + selection.count,
    testCountOfAll: (before?.testCountOfAll ?? 0) + selection.ofAll,
  }
}

/** The lines of a mutant, before and after, with whitespace collapsed. */
export function linesOf(source: string, { start, end, replacement }: Pick<Mutant, 'start' | 'end' | 'replacement'>) {
  const from = source.lastIndexOf('\n', start - 1) + 1
  const next = source.indexOf('\n', end)
  const to = next === -1 ? source.length : next
  const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  return {
    original: onOneLine(source.slice(from, to)),
    mutated: onOneLine(source.slice(from, start) + replacement + source.slice(end, to)),
  }
}

export function shareOf(results: readonly Pick<Result, 'fate'>[]): Share {
  const count = (fate: TrialResult['fate']) => results.filter((each) => each.fate === fate).length
  const [killed, timeout, survived] = [count('killed'), count('timeout'), count('survived')]
  const percent = results.length === 0 ? 100 : ((killed + timeout) / results.length) * 100
  return { killed, timeout, survived, percent }
}

/** A block for each survivor, then a line for each room and one for all. */
export function textOf({ seed, results }: Report): string {
  const survivors = results.filter(({ fate }) => fate === 'survived').map(survivorText)
  const byRoom = rooms.map((room) => [room, results.filter(({ file }) => roomOf(file) === room)] as const)
  const lines = [...byRoom, ['all', results] as const]
    .filter(([, inRoom]) => inRoom.length > 0)
    .map(([room, inRoom]) => shareLine(room, shareOf(inRoom)))
  return [...survivors, `seed ${seed}`, ...lines].join('\n')
}

function survivorText({ file, line, kind, original, mutated, tests, testCount, testCountOfAll }: Result): string {
  const ran = testCount === 0 ? 'no test reaches it' : `${testCount} of ${testCountOfAll} tests, in ${tests.join(', ')}`
  return `${file}:${line} (${kind})\n  - ${original}\n  + ${mutated}\n  ${ran}\n`
}

function shareLine(name: string, { killed, timeout, survived, percent }: Share): string {
  return `${name.padEnd(11)}${percent.toFixed(1).padStart(6)} %   ${killed} killed, ${timeout} by the time limit, ${survived} survived`
}
