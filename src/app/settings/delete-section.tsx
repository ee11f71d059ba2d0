import { ChoiceRows } from '#app/ui/choice-rows.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { DELETION_DAYS } from '#identity/account.ts'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

const choices = [
  {
    value: 'later',
    title: `Delete in ${DELETION_DAYS} days`,
    hint: 'Your account is hidden right away. Log in before then to restore it.',
  },
  { value: 'now', title: 'Delete now, permanently', hint: 'Everything is erased right away. This cannot be undone.' },
] as const

/** Deletes the account: in 30 days, which can be undone, or at once, which takes a box to be checked. */
export function DeleteSection({ isCreator, result }: { isCreator: boolean; result: SectionResult }) {
  const typed = result.refused?.section === 'delete' ? result.refused.deletion : undefined
  const { error } = fieldError('delete', result, 'confirmed')
  const yours = isCreator
    ? 'This deletes your profile, your episodes and their videos, your likes and your comments.'
    : 'This deletes your likes, your comments and your lists.'
  return (
    <div className="paper settings-danger">
      <SettingsSection
        id="delete"
        title="Delete my account"
        lead={
          <>
            {yours}{' '}
            <a className="link" href="#export">
              Export your data
            </a>{' '}
            first if you want a copy.
          </>
        }
      >
        <SectionForm section="delete" result={result} fields={['password', 'confirmed']}>
          <ChoiceRows legend="When" name="when" choices={choices} initial={typed?.when ?? 'later'} />
          {/* Without scripts too, it appears with its choice. */}
          <div className="settings-confirm">
            <div className="check">
              <input
                type="checkbox"
                id="delete-confirmed"
                name="confirmed"
                defaultChecked={typed?.isConfirmed}
                aria-describedby={error && 'delete-confirmed-error'}
                aria-invalid={error !== undefined || undefined}
              />
              <label htmlFor="delete-confirmed">Erase everything now. I understand that this cannot be undone.</label>
            </div>
            {error && <ErrorMessage id="delete-confirmed-error">{error}</ErrorMessage>}
          </div>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            {...fieldError('delete', result, 'password')}
          />
          <div className="settings-actions cluster gap-3">
            <SubmitButton variant="button-danger">Delete My Account</SubmitButton>
          </div>
        </SectionForm>
      </SettingsSection>
    </div>
  )
}
