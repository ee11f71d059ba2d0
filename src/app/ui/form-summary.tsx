import type { MouseEvent, RefObject } from 'react'
import { ErrorMessage } from './field.tsx'
import { type FieldProblem, type FormProblems, focusField } from './form-problems.ts'
import { Icon } from './icon.tsx'

interface FormSummaryProps {
  form: RefObject<HTMLFormElement | null>
  shown: Pick<FormProblems, 'problems' | 'isListed' | 'idOf'>
  /** Labels of the fields, by their names. */
  labels: Readonly<Record<string, string>>
}

/** Above a form: several problems as links to their fields, or the only one if it stands there. */
export function FormSummary({ form, shown: { problems, isListed, idOf }, labels }: FormSummaryProps) {
  const [only] = problems
  if (problems.length === 1 && only?.isAboveForm)
    return <ErrorMessage id={`${idOf(only.field)}-above`}>{only.message}</ErrorMessage>
  if (!isListed) return null
  const handleClick = (event: MouseEvent, field: string) => {
    event.preventDefault()
    focusField(form.current, field)
  }
  return (
    <div className="form-summary" role="alert">
      <p>
        <Icon name="warn" />
        <b>{`${problems.length} fields need you`}</b>
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.field} id={problem.isAboveForm ? `${idOf(problem.field)}-above` : undefined}>
            <a href={`#${idOf(problem.field)}`} onClick={(event) => handleClick(event, problem.field)}>
              {summaryLine(problem, labels[problem.field])}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** 'Title: please enter a title', since the whole sentence is under the field already. */
function summaryLine({ message, isAboveForm = false }: FieldProblem, label = ''): string {
  if (isAboveForm || label === '') return message
  return `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`
}
