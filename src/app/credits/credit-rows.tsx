import { Field } from '#app/ui/field.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { EditableCredit } from '#catalog/credits/credit.ts'
import { CREDIT_NAME_MAX_CHARACTERS, CREDIT_ROLE_MAX_CHARACTERS, creditRoles } from '#catalog/credits/credit.ts'
import { type CreditRow, linkOf } from './credits-form.ts'
import type { CreditSuggestions } from './load-suggestions.server.ts'
import type { CreditRowList } from './use-credit-rows.ts'

interface CreditRowsProps {
  list: CreditRowList
  /** What the fields hold now, where the page knows it; otherwise what they began with. */
  typed?: readonly CreditRow[]
  /** The stored credits, for the state of their links. */
  stored: readonly EditableCredit[]
  suggestions: CreditSuggestions
  isLocked: boolean
  /** Why the link of the row at this place was refused. */
  errorAt?: (at: number) => string | undefined
}

/** The fields of credits, one row each, with its buttons. */
export function CreditRows({ list, typed, stored, suggestions, isLocked, errorAt }: CreditRowsProps) {
  return (
    <>
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
                readOnly={isLocked}
                data-focus={`field ${key}`}
              />
              <Field
                label="Name"
                name="name"
                list="credit-names"
                autoComplete="off"
                maxLength={CREDIT_NAME_MAX_CHARACTERS}
                defaultValue={row.name}
                readOnly={isLocked}
              />
              <div>
                <Field
                  label="Hoshi profile"
                  name="link"
                  list="credit-profiles"
                  autoComplete="off"
                  defaultValue={row.link}
                  readOnly={isLocked}
                  isInvalid={key === list.faultKey}
                  error={errorAt?.(at)}
                />
                <LinkState row={typed?.[at] ?? row} stored={stored} />
              </div>
              <div className="credit-moves">
                <IconButton
                  icon="chevron-up"
                  name={`Move credit ${at + 1} up`}
                  submit={{ name: 'do', value: `up ${at}` }}
                  focusId={`up ${key}`}
                  isInert={at === 0}
                  onClick={() => list.move(at, at - 1, `up ${key}`)}
                />
                <IconButton
                  icon="down"
                  name={`Move credit ${at + 1} down`}
                  submit={{ name: 'do', value: `down ${at}` }}
                  focusId={`down ${key}`}
                  isInert={at === list.rows.length - 1}
                  onClick={() => list.move(at, at + 1, `down ${key}`)}
                />
                <IconButton
                  icon="x"
                  name={`Remove credit ${at + 1}`}
                  submit={{ name: 'do', value: `remove ${at}` }}
                  onClick={() => list.remove(at)}
                />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {list.announcement}
      </p>
    </>
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
    ({ role, name, link }) =>
      role === row.role && name === row.name && link && linkOf(link).toLowerCase() === row.link.trim().toLowerCase(),
  )
  if (!same?.link) return null
  return <p className="credit-state">{same.link.isAccepted ? 'Linked' : 'Awaiting answer'}</p>
}
