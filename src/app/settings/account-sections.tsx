import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { EXPORT_PREPARING } from '#app/messages/settings.ts'
import { formatDate } from '#app/ui/format.ts'
import { PasswordField } from '#app/ui/password-field.tsx'
import { PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import { ChangeInPlace } from './change-in-place.tsx'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

export function PasswordSection({ result }: { result: SectionResult }) {
  return (
    <SettingsSection id="password" title="Password" lead="Changing your password logs you out on all other devices.">
      <SectionForm section="password" result={result} fields={['currentPassword', 'newPassword']}>
        <ChangeInPlace
          now={<b aria-hidden="true">••••••••••</b>}
          change="Change Password"
          isOpen={result.refused?.section === 'password'}
        >
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
          <div className="settings-actions cluster gap-3">
            <SubmitButton>Change Password</SubmitButton>
          </div>
        </ChangeInPlace>
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
      title="Export"
      lead="Download everything in your account as one archive: a JSON file and the files you uploaded."
    >
      <div className="settings-state" role="status">
        {isPreparing && <p>{EXPORT_PREPARING}</p>}
        {progress?.readyAt && (
          <p>
            Your export from <time dateTime={progress.readyAt.toISOString()}>{formatDate(progress.readyAt)}</time> is
            ready. The download is available for 24 hours.
          </p>
        )}
      </div>
      <SectionForm section="export" result={result}>
        <div className="settings-actions cluster gap-3">
          {progress?.readyAt && (
            <a className="button button-solid" href="/api/v1/me/export" download>
              Download Export
            </a>
          )}
          {!isPreparing && (
            <SubmitButton variant={progress ? '' : 'button-solid'}>
              {progress ? 'Prepare New Export' : 'Export My Data'}
            </SubmitButton>
          )}
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
