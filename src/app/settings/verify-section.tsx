import { SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

/** Tells of the mailed link, and sends another one. */
export function VerifySection({ email, result }: { email: string; result: SectionResult }) {
  return (
    <SettingsSection
      id="verify"
      title="Confirm your email address"
      lead={
        <>
          We sent a link to <b>{email}</b>. Until you open it, you can watch, but not upload, comment, like or follow.
        </>
      }
    >
      <SectionForm section="verify" result={result}>
        <p className="settings-note">Nothing there? Look in the spam folder too. A link works for a day.</p>
        <div className="settings-actions">
          <SubmitButton variant="button-primary">Send the Link Again</SubmitButton>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
