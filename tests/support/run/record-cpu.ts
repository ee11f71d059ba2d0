import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll } from 'vitest'
import { cpuFile, type FileCpu } from './cpu-file.ts'
import { cpuTimeBetween, type ProcessTimes, readProcessTimes } from './cpu-time.ts'

// Records the CPU time of each test file for the list at the end of the run. A process runs one file at a time.

/** The reading at the end of the last file, of which this process and its browser may live on. */
const state = globalThis as { cpuOfLastFile?: ProcessTimes }

// Registered before all hooks of the file, so it runs after them.
afterAll(() => {
  const file = process.env.HOSHI_TEST_FILE
  if (file === undefined) return
  const now = readProcessTimes(process.pid)
  const line: FileCpu = { file, ...cpuTimeBetween(state.cpuOfLastFile ?? new Map(), now, process.pid) }
  state.cpuOfLastFile = now
  mkdirSync(dirname(cpuFile), { recursive: true })
  appendFileSync(cpuFile, `${JSON.stringify(line)}\n`)
})
