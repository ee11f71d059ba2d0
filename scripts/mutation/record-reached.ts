// Runs in Vitest's process before each test file: records which marks each test reaches.
import { afterAll, afterEach, beforeAll, beforeEach, type RunnerTask } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Marks reached by this test, or by hooks of the whole file. */
    reached?: string[]
    /** Marks reached while the file and its imports were loaded. */
    reachedOnLoad?: string[]
  }
}

const onLoad = new Set<string>()
const aroundTests = new Set<string>()
let current = onLoad
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
  file.meta.reachedOnLoad = [...onLoad]
})
