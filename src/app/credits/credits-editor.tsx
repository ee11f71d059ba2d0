import { type FormEvent, type MouseEvent, useState } from 'react'
import { Form } from 'react-router'
import type { Refused } from '#app/http/refused.server.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useOrderedRows } from '#app/ui/use-ordered-rows.ts'
import {
  CREDIT_NAME_MAX_CHARACTERS,
  CREDIT_ROLE_MAX_CHARACTERS,
  CREDITS_MAX,
  creditRoles,
  type EditableCredit,
} from '#catalog/credits/credit.ts'
import { type CreditRow, emptyRow, linkField, linkOf } from './credits-form.ts'
import type { CreditSuggestions } from './load-suggestions.server.ts'

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
  const [announcement, announce] = useState('')
  const list = useOrderedRows(rows, {
    isLocked: isSaving,
    refused,
    isRefusedAt: (at) => refused?.field === linkField(at),
  })
  const add = (event: MouseEvent) => {
    event.preventDefault()
    if (list.add(emptyRow)) announce('Added.')
  }
  const move = (from: number, to: number, focus: string) => {
    if (list.move(from, to, focus)) announce(`Now ${to + 1} of ${list.rows.length}.`)
  }
  const remove = (at: number) => {
    if (list.remove(at, emptyRow)) announce('Removed.')
  }

  const submit = (event: FormEvent) => {
    if (isSaving) event.preventDefault()
  }

  return (
    <Form method="post" className="credits-form" noValidate onSubmit={submit}>
      {/* The button of the Enter key: a form's first. */}
      <button type="submit" name="do" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {refused && <ErrorMessage>{refused.message}</ErrorMessage>}
      <Suggestions {...suggestions} />
      <ol className="credit-rows">
        {list.rows.map(({ key, row }, at) => (
          <li key={key}>
            <fieldset className="credit-row">
              <legend className="visually-hidden">{`Credit ${at + 1}`}</legend>
              <Field
                label="Role"
                name="role"
                list="credit-roles"
                maxLength={CREDIT_ROLE_MAX_CHARACTERS}
                defaultValue={row.role}
                readOnly={isSaving}
                data-focus={`field ${key}`}
              />
              <Field
                label="Name"
                name="name"
                list="credit-names"
                autoComplete="off"
                maxLength={CREDIT_NAME_MAX_CHARACTERS}
                defaultValue={row.name}
                readOnly={isSaving}
              />
              <div>
                <Field
                  label="Hoshi profile"
                  name="link"
                  list="credit-profiles"
                  autoComplete="off"
                  defaultValue={row.link}
                  readOnly={isSaving}
                  isInvalid={key === list.faultKey}
                />
                <LinkState row={row} stored={stored} />
              </div>
              <div className="credit-moves">
                <IconButton
                  icon="chevron-up"
                  name={`Move credit ${at + 1} up`}
                  submit={{ name: 'do', value: `up ${at}` }}
                  focusId={`up ${key}`}
                  isInert={at === 0}
                  onClick={() => move(at, at - 1, `up ${key}`)}
                />
                <IconButton
                  icon="down"
                  name={`Move credit ${at + 1} down`}
                  submit={{ name: 'do', value: `down ${at}` }}
                  focusId={`down ${key}`}
                  isInert={at === list.rows.length - 1}
                  onClick={() => move(at, at + 1, `down ${key}`)}
                />
                <IconButton
                  icon="x"
                  name={`Remove credit ${at + 1}`}
                  submit={{ name: 'do', value: `remove ${at}` }}
                  onClick={() => remove(at)}
                />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
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

/** The suggestions of the fields; any other text is accepted, too. */
function Suggestions({ names, profiles }: CreditSuggestions) {
  return (
    <>
      <datalist id="credit-roles">
        {creditRoles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <datalist id="credit-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="credit-profiles">
        {profiles.map(({ link, name }) => (
          <option key={link} value={link} label={name} />
        ))}
      </datalist>
    </>
  )
}

/** Whether the person of a stored link has agreed. */
function LinkState({ row, stored }: { row: CreditRow; stored: readonly EditableCredit[] }) {
  const same = stored.find(
    ({ role, name, link }) => role === row.role && name === row.name && link && linkOf(link) === row.link,
  )
  if (!same?.link) return null
  return <p className="credit-state">{same.link.isAccepted ? 'Linked' : 'Awaiting answer'}</p>
}
