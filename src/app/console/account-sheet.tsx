import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { REASON_MAX_CHARACTERS } from '#administration/audit.ts'
import type { Refused } from '#app/http/refused.server.ts'
import {
  ADMINS_FROM_COMMAND_LINE,
  gibibytes,
  roleLeads,
  roleNames,
  SUSPENDING_MEANS,
  suspensionLengths,
} from '#app/messages/administration.ts'
import { ErrorMessage, Field, TextAreaField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { ModalDialog } from '#app/ui/modal-dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { AccountItem } from './account-item.ts'
import { type AccountsView, accountsUrl, type SheetName } from './accounts-url.ts'

interface SheetProps {
  name: SheetName
  account: AccountItem
  view: AccountsView
  /** The refusal of the form that was just sent, with its words. */
  failure: { refused: Refused; values: { reason: string } } | null
}

/** A sheet over the list: in the page flow without scripts, modal with them. */
export function AccountSheet({ name, account, view, failure }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const id = useId()
  useEffect(() => {
    dialog.current?.close()
    dialog.current?.showModal()
  }, [])
  const back = accountsUrl(view)
  const close = () => {
    // Closing to open it again as a modal one does not leave.
    if (!dialog.current?.open) void navigate(back, { preventScrollReset: true })
  }
  const Body = { role: RoleForm, quota: QuotaForm, suspend: SuspendForm }[name]
  return (
    <ModalDialog dialog={dialog} labelledBy={id} size="small" open onClosed={close}>
      <Form method="post" noValidate className="console-sheet" preventScrollReset>
        <input type="hidden" name="intent" value={name} />
        <input type="hidden" name="uid" value={account.uid} />
        <Body
          titleId={id}
          account={account}
          reason={failure?.values.reason ?? ''}
          error={failure && <ErrorMessage>{failure.refused.message}</ErrorMessage>}
          cancel={
            <Link className="button button-small" to={back} preventScrollReset>
              Cancel
            </Link>
          }
        />
      </Form>
    </ModalDialog>
  )
}

interface BodyProps {
  titleId: string
  account: AccountItem
  reason: string
  error: ReactNode
  cancel: ReactNode
}

function RoleForm({ titleId, account, reason, error, cancel }: BodyProps) {
  return (
    <>
      <h2 id={titleId}>Change role of {account.name}</h2>
      <fieldset className="console-choices stack">
        <legend className="visually-hidden">Role</legend>
        {(['viewer', 'creator', 'moderator'] as const).map((role) => (
          <label key={role} className="console-choice">
            <input type="radio" name="role" value={role} defaultChecked={role === account.role} />
            <span>
              <b>{roleNames[role]}</b>
              <br />
              <span>{roleLeads[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="modal-detail">{ADMINS_FROM_COMMAND_LINE}</p>
      <Reason reason={reason} hint="optional, for the audit log" label="Why" />
      {error}
      <Actions cancel={cancel}>Save Changes</Actions>
    </>
  )
}

function QuotaForm({ titleId, account, reason, error, cancel }: BodyProps) {
  return (
    <>
      <h2 id={titleId}>Change quota of {account.name}</h2>
      <Field
        label="Storage"
        hint="in GiB"
        name="quota"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={gibibytes(account.quotaBytes)}
      />
      <Reason reason={reason} hint="optional, for the audit log" label="Why" />
      {error}
      <Actions cancel={cancel}>Save Changes</Actions>
    </>
  )
}

const defaultLength = suspensionLengths[1]

function SuspendForm({ titleId, account, reason, error, cancel }: BodyProps) {
  const isHydrated = useHydrated()
  const [length, setLength] = useState<(typeof suspensionLengths)[number]>(defaultLength)
  return (
    <>
      <h2 id={titleId}>Suspend {account.name}</h2>
      <p className="muted">{SUSPENDING_MEANS}</p>
      <fieldset className="field">
        <legend>Duration</legend>
        <div className="console-segments">
          {suspensionLengths.map((each) => (
            <label key={each.value}>
              <input
                type="radio"
                name="length"
                value={each.value}
                defaultChecked={each === defaultLength}
                onChange={() => setLength(each)}
              />
              <span className="console-segment">{each.name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Reason reason={reason} hint="they will read this message" label="Message to the account holder" />
      {error}
      {/* Without scripts, the button cannot repeat the chosen length. */}
      <Actions cancel={cancel}>{isHydrated ? length.button : 'Suspend'}</Actions>
    </>
  )
}

function Reason({ reason, hint, label }: { reason: string; hint: string; label: string }) {
  return (
    <TextAreaField
      label={label}
      hint={hint}
      name="reason"
      rows={3}
      maxLength={REASON_MAX_CHARACTERS}
      defaultValue={reason}
    />
  )
}

function Actions({ cancel, children }: { cancel: ReactNode; children: ReactNode }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <div className="modal-actions cluster gap-3">
      {cancel}
      <button type="submit" className="button button-small button-primary" aria-disabled={isBusy || undefined}>
        {children}
      </button>
    </div>
  )
}
