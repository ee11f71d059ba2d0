import { type FormEvent, type MouseEvent, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { Refused } from '#app/refused.server.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { useFocusNext } from '#app/ui/use-focus-next.ts'
import {
  CREDIT_NAME_MAX_CHARACTERS,
  CREDIT_ROLE_MAX_CHARACTERS,
  CREDITS_MAX,
  creditRoles,
  type EditableCredit,
} from '#catalog/credits/credit.ts'
import { type CreditRow, type CreditsIntent, changedRows, emptyRow, linkField, linkOf } from './credits-form.ts'

interface CreditsEditorProps {
  /** The rows to begin with: those that are stored, or those of a submitted form. */
  rows: CreditRow[]
  /** The stored credits, for the state of their links. */
  stored: readonly EditableCredit[]
  refused: Refused | null
  isSaving: boolean
}

/** A row on the page, with what React knows it by. */
interface PlacedRow {
  key: number
  row: CreditRow
}

type Move = 'up' | 'down' | 'remove'

/** The credits of an episode as a form. Every button submits it; where scripts run, only the last one does. */
export function CreditsEditor({ rows, stored, refused, isSaving }: CreditsEditorProps) {
  const [placed, setPlaced] = useState<PlacedRow[]>(() => rows.map((row, key) => ({ key, row })))
  const [announcement, announce] = useState('')
  const nextKey = useRef(rows.length)
  const focusNext = useFocusNext()
  // The row that was refused keeps its mark when it moves.
  const atFault = () => placed.find((_, at) => refused?.field === linkField(at))?.key
  const [fault, setFault] = useState(() => ({ refused, key: atFault() }))
  if (fault.refused !== refused) setFault({ refused, key: atFault() })

  const change = (event: MouseEvent, intent: CreditsIntent, focus: string, words: string) => {
    event.preventDefault()
    if (isSaving) return
    const fresh = { key: nextKey.current++, row: emptyRow }
    focusNext(focus.replace('fresh', String(fresh.key)))
    setPlaced(changedRows(placed, intent, fresh))
    announce(words)
  }
  const move = (event: MouseEvent, kind: Move, at: number) => {
    const { key } = placed[at]!
    const to = kind === 'up' ? at : at + 2
    if (kind !== 'remove') return change(event, { kind, at }, `${kind} ${key}`, `Now ${to} of ${placed.length}.`)
    const neighbour = placed[at + 1] ?? placed[at - 1]
    change(event, { kind, at }, `role ${neighbour?.key ?? 'fresh'}`, 'Removed.')
  }

  const submit = (event: FormEvent) => {
    if (isSaving) event.preventDefault()
  }

  return (
    <Form method="post" className="credits-form" noValidate onSubmit={submit}>
      {/* The button of the Enter key: a form's first. */}
      <button type="submit" name="do" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {refused && <ErrorMessage>{refused.message}</ErrorMessage>}
      <datalist id="credit-roles">
        {creditRoles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <ol className="credit-rows">
        {placed.map(({ key, row }, at) => (
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
                data-focus={`role ${key}`}
              />
              <Field
                label="Name"
                name="name"
                maxLength={CREDIT_NAME_MAX_CHARACTERS}
                defaultValue={row.name}
                readOnly={isSaving}
              />
              <div>
                <Field
                  label="Profile on Hoshi"
                  name="link"
                  defaultValue={row.link}
                  readOnly={isSaving}
                  isInvalid={key === fault.key}
                />
                <LinkState row={row} stored={stored} />
              </div>
              <div className="credit-moves">
                <MoveButton kind="up" at={at} rowKey={key} isEnd={at === 0} onMove={move} />
                <MoveButton kind="down" at={at} rowKey={key} isEnd={at === placed.length - 1} onMove={move} />
                <MoveButton kind="remove" at={at} rowKey={key} isEnd={false} onMove={move} />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div className="credit-actions">
        {placed.length < CREDITS_MAX && (
          <button
            type="submit"
            name="do"
            value="add"
            className="button button-small"
            onClick={(event) => change(event, { kind: 'add' }, 'role fresh', 'Added.')}
          >
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

const moves: Record<Move, { icon: IconName; name: (place: number) => string }> = {
  up: { icon: 'up', name: (place) => `Move credit ${place} up` },
  down: { icon: 'up', name: (place) => `Move credit ${place} down` },
  remove: { icon: 'x', name: (place) => `Remove credit ${place}` },
}

interface MoveButtonProps {
  kind: Move
  at: number
  rowKey: number
  /** Whether the row cannot move any further. */
  isEnd: boolean
  onMove: (event: MouseEvent, kind: Move, at: number) => void
}

function MoveButton({ kind, at, rowKey, isEnd, onMove }: MoveButtonProps) {
  const { icon, name } = moves[kind]
  return (
    <button
      type="submit"
      name="do"
      value={`${kind} ${at}`}
      className="hole"
      aria-label={name(at + 1)}
      aria-disabled={isEnd || undefined}
      data-focus={`${kind} ${rowKey}`}
      onClick={(event) => (isEnd ? event.preventDefault() : onMove(event, kind, at))}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Whether the person of a stored link has agreed. */
function LinkState({ row, stored }: { row: CreditRow; stored: readonly EditableCredit[] }) {
  const same = stored.find(
    ({ role, name, link }) => role === row.role && name === row.name && link && linkOf(link) === row.link,
  )
  if (!same?.link) return null
  return <p className="credit-state">{same.link.isAccepted ? 'Linked' : 'Asked, no answer yet'}</p>
}
