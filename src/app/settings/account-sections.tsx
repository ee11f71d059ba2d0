import { useEffect, useId, useRef } from 'react'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { date } from '#app/ui/figures.ts'
import { ModalSheet } from '#app/ui/modal-sheet.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import { type Answered, errorAt, SectionForm, Send, SettingsSection } from './section.tsx'

export function PasswordSection({ answered }: { answered: Answered }) {
  return (
    <SettingsSection id="password" title="Change password" lead="Changing it ends every other session of yours.">
      <SectionForm section="password" answered={answered} fields={['currentPassword', 'newPassword']}>
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          {...errorAt('password', answered, 'currentPassword')}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
          {...errorAt('password', answered, 'newPassword')}
        />
        <div className="settings-actions">
          <Send>Change Password</Send>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

/** How far the export is: null when none was asked for. */
export type ExportState = { requestedAt: Date; readyAt: Date | null } | null

export function ExportSection({ progress, answered }: { progress: ExportState; answered: Answered }) {
  const isPreparing = progress !== null && progress.readyAt === null
  useRevalidateWhile(isPreparing)
  return (
    <SettingsSection
      id="export"
      title="Your data"
      lead="One archive with everything your account holds: a JSON document, and the files that you uploaded."
    >
      <div className="settings-state" role="status">
        {isPreparing && <p>Your export is being prepared...</p>}
        {progress?.readyAt && (
          <p>
            Your export of <time dateTime={progress.readyAt.toISOString()}>{date(progress.readyAt)}</time> is ready. It
            is kept for a day.
          </p>
        )}
      </div>
      <SectionForm section="export" answered={answered}>
        <div className="settings-actions">
          {progress?.readyAt && (
            <a className="button button-solid" href="/api/v1/me/export" download>
              Download Export
            </a>
          )}
          {!isPreparing && (
            <Send look={progress ? '' : 'button-solid'}>{progress ? 'Prepare It Anew' : 'Export My Data'}</Send>
          )}
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

export function DeleteSection({ isCreator, answered }: { isCreator: boolean; answered: Answered }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isRefused = answered.refused?.section === 'delete'
  // A refused form comes back with the dialog open, which only scripts can make a modal one.
  useEffect(() => {
    if (!isRefused || !dialog.current) return
    dialog.current.close()
    dialog.current.showModal()
  }, [isRefused])
  return (
    <SettingsSection
      id="delete"
      title="Delete my account"
      lead={
        isCreator
          ? 'Your profile, your episodes and their videos, your likes and your comments go with it, for good.'
          : 'Your likes and your comments go with it, for good.'
      }
    >
      <div className="settings-actions">
        {/* The command opens the dialog without scripts; where it is unknown, the click does. */}
        <button
          type="button"
          className="button button-danger"
          {...invoke('show-modal', id)}
          onClick={() => dialog.current?.open || dialog.current?.showModal()}
        >
          Delete My Account
        </button>
      </div>
      <ModalSheet dialog={dialog} id={id} labelledBy={`${id}-title`} size="small" open={isRefused}>
        <h2 id={`${id}-title`}>Delete your account?</h2>
        <p className="settings-lead">This cannot be undone. Please enter your password to go on.</p>
        <SectionForm section="delete" answered={answered} fields={['password']}>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            {...errorAt('delete', answered, 'password')}
          />
          <div className="modal-actions">
            <button type="button" className="button" {...invoke('close', id)} onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <Send look="button-danger">Delete Everything</Send>
          </div>
        </SectionForm>
      </ModalSheet>
    </SettingsSection>
  )
}

/** What a button does to a dialog by itself, in words that React's types do not know yet. */
function invoke(command: 'show-modal' | 'close', target: string): object {
  return { command, commandfor: target }
}
