import { appendFileSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** One line of JSON for each test file, written when it ends. */
export const fileResultsFile = join(import.meta.dirname, '../../.hoshi/reports/files.jsonl')

/** One line of JSON for each slow test file of all runs, written when it ends. */
export const slowResultsFile = join(import.meta.dirname, '../../.hoshi/reports/slow-results.jsonl')

export interface SlowResult {
  /** Fingerprint of the tree that was tested. */
  tree: string
  file: string
  hasPassed: boolean
}

export interface FileResult {
  /** Path of the test file, from the project's root. */
  file: string
  /** Whether it ran, and nothing in it failed. */
  hasPassed: boolean
  /** Errors outside its tests: it could not be loaded, or a hook failed. */
  errors: string[]
}

const project = join(import.meta.dirname, '../..')

/** A reporter for Vitest. Its own report has no errors of hooks in a `describe`, and is lost when a run is interrupted. */
export default class FileResultsReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const errors = [module, ...module.children.allSuites()].flatMap((each) => each.errors())
    const result: FileResult = {
      file: relative(project, module.moduleId),
      hasPassed: module.state() === 'passed' && errors.length === 0,
      errors: errors.map(({ message }) => message),
    }
    appendFileSync(fileResultsFile, `${JSON.stringify(result)}\n`)
    const { file, hasPassed } = result
    const tree = process.env.HOSHI_TREE
    if (tree === undefined || !file.includes('.slow.')) return
    const slow: SlowResult = { tree, file, hasPassed }
    appendFileSync(slowResultsFile, `${JSON.stringify(slow)}\n`)
  }
}

/** The results of the last run, in the order in which the files ended. */
export function readFileResults(): FileResult[] {
  return readLines(fileResultsFile) as FileResult[]
}

/** The lines of a JSONL file; none when it is missing. A line that was cut by a kill is left out. */
export function readLines(path: string): unknown[] {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(parseLine)
  } catch {
    return []
  }
}

function parseLine(line: string): unknown[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    return []
  }
}
