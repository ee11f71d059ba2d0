import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { cpuFile, type FileCpu, POSTGRES } from '#tests/support/run/cpu-file.ts'

const SHOWN = 10
/** Limit of one quick file, in seconds: every run of `npm test` has to wait for it. */
const LIMIT_SECONDS = 30
/** Share of a whole run that a file may take on a machine that counts more seconds for the same work. */
const LIMIT_SHARE = 0.02
/**
 * Quick files that may take more. The tests of the first three cannot be divided. The others take 26 s, too close to
 * the limit on a machine that counts more for the same work, until they are divided.
 */
const exceptions: readonly string[] = [
  'src/video/media/stills/analysed-frames.video.test.ts',
  'src/video/encode/finished-clips.video.test.ts',
  'tests/screens/every-own-screen.spec.ts',
  'tests/screens/upload.spec.ts',
  'tests/screens/frame-loop.spec.ts',
]

const suites = ['rooms', 'video', 'screens', 'slow']
const kinds = ['tests', 'browsers', 'programs', 'ended'] as const

/** The records of the run. Empty where there is no /proc. */
export function readCpu(project: string): FileCpu[] {
  try {
    const lines = readFileSync(cpuFile, 'utf8').split('\n')
    const files = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FileCpu)
    return files.map((each) => ({ ...each, file: each.file === POSTGRES ? POSTGRES : relative(project, each.file) }))
  } catch {
    return []
  }
}

/** The dearest files by CPU time, then the sums by suite and by kind of process, as lines of text. */
export function cpuLines(recorded: readonly FileCpu[]): string[] {
  const files = recorded.filter(({ file }) => file !== POSTGRES)
  if (files.length === 0) return []
  const dearest = files.toSorted((one, other) => totalOf(other) - totalOf(one)).slice(0, SHOWN)
  const bySuite = suites.map((suite) => {
    return [suite, sum(files.filter(({ file }) => suiteOf(file) === suite).map(totalOf))] as const
  })
  const of = (kind: (typeof kinds)[number]) => sum(files.map((each) => each[kind]))
  const postgres = sum(recorded.filter(({ file }) => file === POSTGRES).map(totalOf))
  const byKind = [
    ['tests', of('tests')],
    ['browsers', of('browsers')],
    ['PostgreSQL', postgres],
    ['media tools and others that ended', of('ended')],
    ['other programs', of('programs')],
  ] as const
  return [
    'Dearest files by CPU time:',
    ...dearest.map((each) => `${totalOf(each).toFixed(1).padStart(7)} s  ${each.file}`),
    `CPU time: ${listed([['all', sum(recorded.map(totalOf))], ...bySuite])}`,
    `CPU time by process: ${listed(byKind)}`,
  ]
}

/** A line for each quick file that takes too much, like those of failed tests. */
export function tooDear(recorded: readonly FileCpu[], allowed = exceptions): string[] {
  const limit = Math.max(LIMIT_SECONDS, LIMIT_SHARE * sum(recorded.map(totalOf)))
  return recorded
    .filter(({ file }) => file !== POSTGRES && suiteOf(file) !== 'slow' && !allowed.includes(file))
    .filter((each) => totalOf(each) > limit)
    .map((each) => {
      const seconds = totalOf(each).toFixed(1)
      return `✗ ${each.file}: takes ${seconds} s of CPU time, and a quick file may take ${Math.floor(limit)}: make it cheaper, or a slow one`
    })
}

function suiteOf(file: string): string {
  if (/\.slow\.(test|spec)\.ts$/.test(file)) return 'slow'
  if (file.startsWith('tests/screens/')) return 'screens'
  return file.endsWith('.video.test.ts') ? 'video' : 'rooms'
}

function listed(sums: readonly (readonly [string, number])[]): string {
  return sums.map(([name, seconds]) => `${name} ${Math.round(seconds)} s`).join(', ')
}

const totalOf = (cpu: FileCpu) => sum(kinds.map((kind) => cpu[kind]))
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
