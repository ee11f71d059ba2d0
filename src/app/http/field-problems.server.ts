import type { FieldProblem } from '#app/ui/form-problems.ts'
import { refusedFrom } from './refused.server.ts'

/** What all these checks refuse, in their order. Each throws the refusal of one field. */
export function collectProblems(checks: (() => unknown)[]): FieldProblem[] {
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (thrown) {
      const { field, message } = refusedFrom(thrown).refused
      return field === null ? [] : [{ field, message }]
    }
  })
}
