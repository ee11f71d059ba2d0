import { useMemo } from 'react'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import type { Refused } from './refused.server.ts'

/** What a form is told: all that is wrong with its fields, or one refusal. */
interface FormAnswer {
  refused?: Pick<Refused, 'field' | 'message'> | null
  problems?: readonly FieldProblem[]
}

/**
 * What an answer says about the fields of its form; the same list for the same answer.
 *
 * @param fields those that show a refusal; a refusal of any other field belongs to the form as a whole
 */
export function useAnswerProblems(answer: FormAnswer | null | undefined, fields: readonly string[]): FieldProblem[] {
  const names = fields.join(' ')
  return useMemo(() => {
    const { refused, problems = [] } = answer ?? {}
    const field = refused?.field
    return refused && field && names.split(' ').includes(field)
      ? [...problems, { field, message: refused.message }]
      : [...problems]
  }, [answer, names])
}

/** The refusal that no field shows; null for none. */
export function refusalOfForm(answer: FormAnswer | null | undefined, fields: readonly string[]): string | null {
  const refused = answer?.refused
  return refused && !fields.includes(refused.field ?? '') ? refused.message : null
}
