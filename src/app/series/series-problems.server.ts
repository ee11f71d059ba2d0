import { collectProblems } from '#app/http/field-problems.server.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import { readSeriesFields } from '#series/series-fields.ts'

/** All that is wrong with the texts of a series, in the order of the form; a text that is absent is right. */
export function seriesProblems({ title, description }: { title?: string; description?: string }): FieldProblem[] {
  return collectProblems([
    () => title !== undefined && readSeriesFields({ title }),
    () => description !== undefined && readSeriesFields({ description }),
  ])
}
