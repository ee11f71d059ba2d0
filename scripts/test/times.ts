import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Wait, waitsFile } from '#tests/support/run/record-wait.ts'
import type { FileReport, VitestReport } from './tally.ts'

const SHOWN = 10

/** The slowest files and the longest waits, as lines of text. */
export function timesOf(report: VitestReport, project: string): string {
  const took = ({ startTime, endTime }: FileReport) => endTime - startTime
  const files = [...report.testResults].sort((one, other) => took(other) - took(one)).slice(0, SHOWN)
  const waits = readWaits()
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
  return [
    'Slowest files:',
    ...files.map((file) => `${seconds(took(file))}  ${relative(project, file.name)}`),
    ...(waits.length === 0 ? [] : ['Longest waits:']),
    ...waits.map(({ file, what, ms }) => `${seconds(ms)}  ${relative(project, file)}: ${what}`),
  ].join('\n')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`
}

function readWaits(): Wait[] {
  try {
    const lines = readFileSync(waitsFile, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Wait)
  } catch {
    return []
  }
}
