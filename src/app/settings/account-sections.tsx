import { useEffect, useId, useRef } from 'react'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { EXPORT_PREPARING } from '#app/messages/settings.ts'
import { formatDate } from '#app/ui/format.ts'
import { ModalDialog } from '#app/ui/modal-dialog.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

export function PasswordSection({ result }: { result: SectionResult }) {
  return (
    <SettingsSection id="password" title="Change password" lead="Changing it logs you out everywhere else.">
      <SectionForm section="password" result={result} fields={['currentPassword', 'newPassword']}>
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          {...fieldError('password', result, 'currentPassword')}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
          {...fieldError('password', result, 'newPassword')}
        />
        <div className="settings-actions">
          <SubmitButton>Change Password</SubmitButton>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

/** State of the export; null when none was requested. */
export type ExportState = { requestedAt: Date; readyAt: Date | null } | null

export function ExportSection({ progress, result }: { progress: ExportState; result: SectionResult }) {
  const isPreparing = progress !== null && progress.readyAt === null
  useRevalidateWhile(isPreparing)
  return (
    <SettingsSection
      id="export"
      title="Your data"
      lead="One archive with everything in your account: a JSON document and the files you uploaded."
    >
      <div className="settings-state" role="status">
        {isPreparing && <p>{EXPORT_PREPARING}</p>}
        {progress?.readyAt && (
          <p>
            Your export of <time dateTime={progress.readyAt.toISOString()}>{formatDate(progress.readyAt)}</time> is
            ready. You can download it for a day.
          </p>
        )}
      </div>
      <SectionForm section="export" result={result}>
        <div className="settings-actions">
          {progress?.readyAt && (
            <a className="button button-solid" href="/api/v1/me/export" download>
              Download Export
            </a>
          )}
          {!isPreparing && (
            <SubmitButton variant={progress ? '' : 'button-solid'}>
              {progress ? 'Prepare It Again' : 'Export My Data'}
            </SubmitButton>
          )}
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

export function DeleteSection({ isCreator, result }: { isCreator: boolean; result: SectionResult }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isRefused = result.refused?.section === 'delete'
  // A refused form is rendered with the dialog open; only scripts can make it modal.
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
          ? 'This permanently deletes your profile, your episodes and their videos, your likes and your comments.'
          : 'This permanently deletes your likes and your comments.'
      }
    >
      <div className="settings-actions">
        {/* The command opens the dialog without scripts; where it is not supported, the click does. */}
        <button
          type="button"
          className="button button-danger"
          {...commandProps('show-modal', id)}
          onClick={() => dialog.current?.open || dialog.current?.showModal()}
        >
          Delete My Account
        </button>
      </div>
      <ModalDialog dialog={dialog} id={id} labelledBy={`${id}-title`} size="small" open={isRefused}>
        <h2 id={`${id}-title`}>Delete your account?</h2>
        <p className="settings-lead">This cannot be undone. Please enter your password to continue.</p>
        <SectionForm section="delete" result={result} fields={['password']}>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            {...fieldError('delete', result, 'password')}
          />
          <div className="modal-actions">
            <button
              type="button"
              className="button"
              {...commandProps('close', id)}
              onClick={() => dialog.current?.close()}
            >
              Cancel
            </button>
            <SubmitButton variant="button-danger">Delete Everything</SubmitButton>
          </div>
        </SectionForm>
      </ModalDialog>
    </SettingsSection>
  )
}

/** The invoker command of a dialog's button, in attributes that React's types do not include yet. */
function commandProps(command: 'show-modal' | 'close', target: string): object {
  return { command, commandfor: target }
}
