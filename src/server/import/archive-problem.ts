import type { ImportProblem } from '#identity/import-report.ts'

/** Ends an import: trying again is of no use. */
export class ArchiveProblem extends Error {
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'ArchiveProblem'
    this.problem = problem
  }
}
