import { useEffect, useRef } from 'react'

const NAME = 'homepage'

/**
 * A field for programs that fill in every field. `inert` takes it from people, the keyboard and screen readers; autofill
 * has no such value, and the two data attributes keep password managers away. Programs that skip fields that are not
 * displayed still find it, as it is only clipped.
 *
 * @param answer of the form; each new one empties the field
 */
export function HiddenField({ answer }: { answer: unknown }) {
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer empties the field
  useEffect(() => {
    if (input.current) input.current.value = ''
  }, [answer])
  return (
    <div className="visually-hidden" inert aria-hidden="true">
      <label>
        Leave this empty
        <input
          ref={input}
          type="text"
          name={NAME}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  )
}

export function isHiddenFieldFilled(form: FormData): boolean {
  return String(form.get(NAME) ?? '') !== ''
}
