import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One line of JSON for each long wait of a run. */
export const waitsFile = join(import.meta.dirname, '../../../.hoshi/reports/waits.jsonl')

export interface Wait {
  /** Path of the test file. */
  file: string
  what: string
  ms: number
}

const MIN_RECORDED_MS = 2000

/** Records a long wait for the list at the end of the run. */
export function recordWait(what: string, ms: number): void {
  const file = process.env.HOSHI_TEST_FILE
  if (ms < MIN_RECORDED_MS || file === undefined) return
  const wait: Wait = { file, what, ms: Math.round(ms) }
  mkdirSync(dirname(waitsFile), { recursive: true })
  appendFileSync(waitsFile, `${JSON.stringify(wait)}\n`)
}
