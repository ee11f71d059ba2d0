import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readFileTimes } from './file-times.ts'
import { inOrder } from './test-order.ts'
import { filesThatMustRun } from './time-limit.ts'

/**
 * The files that took the longest in the last run start first. `HOSHI_TEST_ORDER=reverse` reverses the order: no file may
 * depend on an earlier one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const named = files.map((file) => ({ file, path: relative(root, file.moduleId), suite: file.project.name }))
    const sorted = inOrder(named, readFileTimes(), filesThatMustRun).map(({ file }) => file)
    return process.env.HOSHI_TEST_ORDER === 'reverse' ? sorted.reverse() : sorted
  }
}
