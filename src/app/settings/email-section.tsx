import { useNavigation } from 'react-router'
import { Field } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { PendingEmail } from '#identity/email-change.server.ts'
import { ChangeInPlace } from './change-in-place.tsx'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

interface EmailSectionProps {
  email: string
  state: { isConfirmed: boolean; pending: PendingEmail | null }
  result: SectionResult
}

/** The email address, the one that waits for its link, and the form for another. */
export function EmailSection({ email, state: { isConfirmed, pending }, result }: EmailSectionProps) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <SettingsSection
      id="email"
      title="Email"
      lead="We send a link to your new address. Your current address stays in use until you open it."
    >
      <SectionForm section="email" result={result} fields={['email', 'password']}>
        {/* Enter in a field changes the address, and presses none of the buttons below. */}
        <button type="submit" name="do" value="change" hidden disabled={isBusy} />
        <ChangeInPlace
          now={
            <>
              <b>{email}</b>
              {isConfirmed && (
                <p className="muted small settings-list-good">
                  <Icon name="check" />
                  Confirmed
                </p>
              )}
            </>
          }
          change="Change Email"
          isOpen={result.refused?.section === 'email'}
        >
          <Field
            key={pending?.email}
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={result.refused?.section === 'email' ? result.refused.email : undefined}
            required
            {...fieldError('email', result, 'email')}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            {...fieldError('email', result, 'password')}
          />
          <div className="settings-actions cluster gap-3">
            <SubmitButton name="do" value="change">
              Change Email
            </SubmitButton>
          </div>
        </ChangeInPlace>
        {pending && (
          <ul className="settings-list">
            <PendingRow pending={pending} isBusy={isBusy} />
          </ul>
        )}
      </SectionForm>
    </SettingsSection>
  )
}

function PendingRow({ pending: { email, expiresAt }, isBusy }: { pending: PendingEmail; isBusy: boolean }) {
  return (
    <li className="settings-row settings-row-plain">
      <div id="email-pending">
        <p>
          <b>{email}</b>
        </p>
        <p className="muted small settings-list-waiting">
          <Icon name="later" />
          <span>
            Not confirmed yet. The link expires{' '}
            <time dateTime={expiresAt.toISOString()}>
              {formatDate(expiresAt)}, {expiresAt.toISOString().slice(11, 16)} UTC
            </time>
            .
          </span>
        </p>
      </div>
      <div className="cluster">
        <button
          type="submit"
          name="do"
          value="resend"
          className="button button-small"
          aria-describedby="email-pending"
          disabled={isBusy}
        >
          Resend Link
        </button>
        <button
          type="submit"
          name="do"
          value="cancel"
          className="button button-small"
          aria-describedby="email-pending"
          disabled={isBusy}
        >
          Cancel
        </button>
      </div>
    </li>
  )
}
