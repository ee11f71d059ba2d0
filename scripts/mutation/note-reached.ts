// Runs in Vitest's process before each test file: notes which marks each test reaches.
import { afterAll, afterEach, beforeAll, beforeEach, type RunnerTask } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Marks reached by this test, or by what belongs to the whole file. */
    reached?: string[]
    /** Marks reached while the file and what it imports were read. */
    reachedOnReading?: string[]
  }
}

const onReading = new Set<string>()
const aroundTests = new Set<string>()
let current = onReading
let file: RunnerTask | undefined

Object.assign(globalThis, { reached: (mark: string) => current.add(mark) })
beforeAll(() => {
  current = aroundTests
})
beforeEach(({ task }) => {
  file = task.file
  current = new Set()
})
afterEach(({ task }) => {
  task.meta.reached = [...current]
  current = aroundTests
})
afterAll(() => {
  if (!file) return
  file.meta.reached = [...aroundTests]
  file.meta.reachedOnReading = [...onReading]
})
