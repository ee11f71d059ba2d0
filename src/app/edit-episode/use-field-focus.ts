import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { type EditTab, editAddress } from '#app/own-episodes/edit-address.ts'
import type { FormField } from './changed-fields.ts'

/** Of the element that holds the chosen tab. */
export const EDIT_PANEL_ID = 'edit-panel'

/** Opens the tab of a field, and gives the field the focus. */
export function useFieldFocus(id: string, tab: EditTab) {
  const navigate = useNavigate()
  const [target, setTarget] = useState<FormField | null>(null)
  useEffect(() => {
    if (!target || target.tab !== tab) return
    const input = target.inputs.map((name) => `[name="${name}"]`).join(', ')
    const panel = document.getElementById(EDIT_PANEL_ID)
    const chosen = panel?.querySelector<HTMLElement>(`:is(${input}):is(:checked, [aria-invalid])`)
    const found = chosen ?? panel?.querySelector<HTMLElement>(input)
    found?.focus()
    found?.scrollIntoView({ block: 'center' })
    setTarget(null)
  }, [target, tab])

  return (field: FormField) => {
    setTarget(field)
    if (field.tab !== tab)
      void navigate(editAddress(id, field.tab), { preventScrollReset: true, defaultShouldRevalidate: false })
  }
}
