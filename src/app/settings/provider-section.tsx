import { ErrorMessage } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

interface ProviderSectionProps {
  /** The provider, as people know it. */
  name: string
  /** Null when the account is not linked. */
  linkedAt: Date | null
  /** Why nothing came of a link, when the person is back from the provider. */
  problem: string | null
  result: SectionResult
}

/** Links the account to one at the provider, and unlinks it. */
export function ProviderSection({ name, linkedAt, problem, result }: ProviderSectionProps) {
  return (
    <SettingsSection
      id="provider"
      title={`Log in with ${name}`}
      lead={linkedAt ? 'Your account is linked.' : `Log in with ${name} instead of your password.`}
    >
      {linkedAt && (
        <p className="settings-note">
          Since <time dateTime={linkedAt.toISOString()}>{formatDate(linkedAt)}</time>
        </p>
      )}
      {problem && !result.refused && !result.saved && <ErrorMessage>{problem}</ErrorMessage>}
      <SectionForm section="provider" result={result}>
        <div className="settings-actions cluster gap-3">
          {linkedAt ? (
            <SubmitButton name="do" value="unlink" variant="button-danger">
              Unlink
            </SubmitButton>
          ) : (
            <SubmitButton name="do" value="link">
              Link
            </SubmitButton>
          )}
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
