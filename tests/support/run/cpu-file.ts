import { join } from 'node:path'
import type { CpuTime } from './cpu-time.ts'

/** One line of JSON for each test file of a run, and one for PostgreSQL. */
export const cpuFile = join(import.meta.dirname, '../../../.hoshi/reports/cpu.jsonl')

/** In the place of a test file: the server that all of them share. */
export const POSTGRES = 'PostgreSQL'

export interface FileCpu extends CpuTime {
  /** Path of the test file. */
  file: string
}
