import type { ActionProblem } from './action-problem.ts'

/** The reason for a refusal, under the field at fault. @param id of the form */
export function FieldDetail({ id, problem, of }: { id: string; problem: ActionProblem | null; of: string }) {
  if (problem?.field !== of || !problem.detail) return null
  return (
    <p className="field-detail" id={`${id}-${of}-detail`}>
      {problem.detail}
    </p>
  )
}

/** Attributes of a field that may be at fault. @param id of the form */
export function problemProps(id: string, problem: ActionProblem | null, field: string) {
  return problem?.field === field
    ? { describedBy: `${id}-${field}-detail`, isInvalid: true }
    : { describedBy: undefined, isInvalid: false }
}
