import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type EditTab, editAddress } from '#app/own-episodes/edit-address.ts'
import type { FormField } from './changed-fields.ts'

/** Opens the tab of a field, and gives the field the focus. */
export function useFieldFocus(id: string, tab: EditTab, form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate()
  const [target, setTarget] = useState<FormField | null>(null)
  useEffect(() => {
    if (!target || target.tab !== tab) return
    const input = target.inputs.map((name) => `[name="${name}"]`).join(', ')
    const chosen = form.current?.querySelector<HTMLElement>(`:is(${input}):checked`)
    const found = chosen ?? form.current?.querySelector<HTMLElement>(input)
    found?.focus()
    found?.scrollIntoView({ block: 'center' })
    setTarget(null)
  }, [target, tab, form])

  return (field: FormField) => {
    setTarget(field)
    if (field.tab !== tab)
      void navigate(editAddress(id, field.tab), { preventScrollReset: true, defaultShouldRevalidate: false })
  }
}
