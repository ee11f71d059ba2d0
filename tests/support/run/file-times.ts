import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written at the end of each run; a fresh clone has none. */
export const fileTimesFile = join(import.meta.dirname, '../../../.hoshi/reports/file-times.json')

/** Seconds that each file took in the last run, by its path from the project's root. */
export type FileTimes = Readonly<Record<string, number>>

export function readFileTimes(): FileTimes {
  try {
    return JSON.parse(readFileSync(fileTimesFile, 'utf8')) as FileTimes
  } catch {
    return {}
  }
}
