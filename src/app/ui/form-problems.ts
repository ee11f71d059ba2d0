import { type RefObject, useEffect, useId, useState } from 'react'

/** What is wrong with one field of a form. */
export interface FieldProblem {
  /** Name of the field. */
  field: string
  message: string
  /** Whether the message stands above the form rather than under its field. */
  isAboveForm?: boolean
}

const nothingToCheck = (): FieldProblem[] => []

/**
 * Shows the problems of a form at their fields: all that the last submission had, with the focus in the first field. A
 * message goes as soon as its field is right; a new one comes only on leaving a field that has a value, or on sending.
 *
 * @param answer to the last submission: a new array for each, or one with fewer of the same problems
 * @param check the rules that the page knows; a field without such a rule loses its message with the first change
 */
export function useFormProblems(
  form: RefObject<HTMLFormElement | null>,
  answer: readonly FieldProblem[],
  check: (values: FormData) => FieldProblem[] = nothingToCheck,
) {
  const formId = useId()
  const [latest, setLatest] = useState(answer)
  const [problems, setProblems] = useState(answer)
  /** The answer whose first field takes the focus. */
  const [focusedAnswer, setFocusedAnswer] = useState(answer)
  if (latest !== answer) {
    setLatest(answer)
    const isRest = answer.every((problem) => latest.includes(problem))
    setProblems(isRest ? problems.filter((shown) => answer.includes(shown) || !latest.includes(shown)) : answer)
    if (!isRest) setFocusedAnswer(answer)
  }
  useEffect(() => {
    const [first] = focusedAnswer
    if (first) focusField(form.current, first.field)
  }, [form, focusedAnswer])

  const checkNow = (field: string) =>
    form.current ? check(new FormData(form.current)).find((problem) => problem.field === field) : undefined

  function recheck(field: string): void {
    if (problems.some((problem) => problem.field === field) && !checkNow(field))
      setProblems(problems.filter((problem) => problem.field !== field))
  }

  function handleChange({ target }: { target: EventTarget }): void {
    recheck(nameOf(target))
  }

  function handleBlur({ target, relatedTarget }: { target: EventTarget; relatedTarget: EventTarget | null }): void {
    // Anything else is about to be clicked, and must not move.
    if (!isTextField(relatedTarget) || !isTextField(target) || target.value === '') return
    const field = nameOf(target)
    const problem = checkNow(field)
    if (problem && !problems.some((shown) => shown.field === field)) setProblems([...problems, problem])
  }

  /** Several problems of a form that was sent: a list above it announces them. */
  const isListed = problems.length > 1 && latest.length > 0
  const idOf = (field: string) => `${formId}-${field}`
  return {
    problems,
    isListed,
    idOf,
    /** Takes the message from a field that was changed by the page and is right now. */
    recheck,
    /** Handlers of the form element. */
    formProps: { onChange: handleChange, onBlur: handleBlur },
    /** The id of a field and its problem, as `Field` takes them. */
    fieldProps(field: string): FieldProblemProps {
      const problem = problems.find((shown) => shown.field === field)
      const id = idOf(field)
      if (!problem) return { id }
      if (problem.isAboveForm) return { id, isInvalid: true, describedBy: `${id}-above` }
      return { id, error: problem.message, isErrorQuiet: isListed }
    },
  }
}

/** Props of a field with its id and what is wrong with it. */
export interface FieldProblemProps {
  id: string
  error?: string
  isErrorQuiet?: boolean
  isInvalid?: boolean
  describedBy?: string
}

export type FormProblems = ReturnType<typeof useFormProblems>

/** Gives a field the focus, and moves it into view with some space above it. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const found = form?.elements.namedItem(name)
  const field = found instanceof RadioNodeList ? found[0] : found
  if (!(field instanceof HTMLElement)) return
  field.focus({ preventScroll: true })
  const part = field.closest('.field, .check') ?? field
  part.scrollIntoView({ block: 'nearest' })
}

function nameOf(target: EventTarget): string {
  return 'name' in target ? String(target.name) : ''
}

function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLElement && target.matches('input.input, textarea.input')
}
