import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether something in a form differs from what the page was given. Fields are compared with their defaults, which are the
 * stored values; a part whose order or number can change says so by `data-unsaved`.
 *
 * @param isKept the answer to the form, after which its fields are looked at again
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, isKept: unknown): [boolean, () => void] {
  const [isUnsaved, setUnsaved] = useState(false)
  const { key } = useLocation()
  const look = () => setUnsaved(form.current !== null && differs(form.current))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer may have changed the defaults
  useEffect(() => {
    const { current } = form
    if (!current) return
    look()
    // Buttons change the form after their own event.
    const lookLater = () => setTimeout(look)
    for (const event of ['input', 'change'] as const) current.addEventListener(event, look)
    for (const event of ['click', 'reset'] as const) current.addEventListener(event, lookLater)
    return () => {
      for (const event of ['input', 'change'] as const) current.removeEventListener(event, look)
      for (const event of ['click', 'reset'] as const) current.removeEventListener(event, lookLater)
    }
  }, [key, isKept])
  return [isUnsaved, look]
}

function differs(form: HTMLFormElement): boolean {
  return form.querySelector('[data-unsaved]') !== null || [...form.elements].some(fieldDiffers)
}

function fieldDiffers(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected)
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}
