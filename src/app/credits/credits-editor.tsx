import type { FormEvent, MouseEvent } from 'react'
import { Form } from 'react-router'
import type { Refused } from '#app/http/refused.server.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { CREDITS_MAX, type EditableCredit } from '#catalog/credits/credit.ts'
import { CreditRows } from './credit-rows.tsx'
import type { CreditRow } from './credits-form.ts'
import type { CreditSuggestions } from './load-suggestions.server.ts'
import { useCreditRows } from './use-credit-rows.ts'

interface CreditsEditorProps {
  /** The rows to begin with: those that are stored, or those of a submitted form. */
  rows: CreditRow[]
  /** The stored credits, for the state of their links. */
  stored: readonly EditableCredit[]
  suggestions: CreditSuggestions
  refused: Refused | null
  isSaving: boolean
}

/** The credits of an episode as a form. Every button submits it; where scripts run, only the last one does. */
export function CreditsEditor({ rows, stored, suggestions, refused, isSaving }: CreditsEditorProps) {
  const list = useCreditRows(rows, { isLocked: isSaving, refused })
  const add = (event: MouseEvent) => {
    event.preventDefault()
    list.add()
  }
  const submit = (event: FormEvent) => {
    if (isSaving) event.preventDefault()
  }

  return (
    <Form method="post" className="credits-form" noValidate onSubmit={submit}>
      {/* The button of the Enter key: a form's first. */}
      <button type="submit" name="do" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {refused && <ErrorMessage>{refused.message}</ErrorMessage>}
      <CreditRows list={list} stored={stored} suggestions={suggestions} isLocked={isSaving} />
      <div className="credit-actions cluster gap-3 spread">
        {list.rows.length < CREDITS_MAX && (
          <button type="submit" name="do" value="add" className="button button-small" onClick={add}>
            <Icon name="plus" />
            Add Credit
          </button>
        )}
        <button
          type="submit"
          name="do"
          value="save"
          className="button button-primary"
          aria-disabled={isSaving || undefined}
        >
          Save Credits
        </button>
      </div>
    </Form>
  )
}
